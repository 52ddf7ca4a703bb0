-- Runs the clean-up in the server, every night at 03:17 (GMT, unless cron.timezone says otherwise). In the database that
-- has the extension pg_cron; for tables in another one use cron.schedule_in_database. The same name replaces the job.
SELECT cron.schedule('hookonce-cleanup-processed_events', '17 3 * * *', $hookonce$
DO $block$
DECLARE
  batch record;
BEGIN
  LOOP
    EXECUTE $batch$
WITH old AS MATERIALIZED (
  SELECT key FROM processed_events WHERE status = 'done' AND done_at < statement_timestamp() - interval '30 days' LIMIT 10000 FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM processed_events AS e USING old WHERE e.key = old.key RETURNING 1
)
SELECT count(*) AS deleted, (SELECT count(*) FROM processed_events WHERE status = 'processing' AND first_seen < statement_timestamp() - interval '30 days') AS stuck FROM deleted
$batch$ INTO batch;
    COMMIT;
    EXIT WHEN batch.deleted = 0;
  END LOOP;
  IF batch.stuck > 0 THEN
    RAISE WARNING 'hookonce: % claims are stuck', batch.stuck;
  END IF;
END
$block$
$hookonce$);
