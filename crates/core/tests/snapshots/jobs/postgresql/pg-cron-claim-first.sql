-- Runs the clean-up in the server, every night at 03:17 (GMT, unless cron.timezone says otherwise). In the database that
-- has the extension pg_cron; for tables in another one use cron.schedule_in_database. The same name replaces the job.
SELECT cron.schedule('hookonce-cleanup-processed_events', '17 3 * * *', $hookonce$
DELETE FROM processed_events WHERE first_seen < now() - interval '30 days'
$hookonce$);
