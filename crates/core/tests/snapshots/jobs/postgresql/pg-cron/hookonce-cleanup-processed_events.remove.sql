-- Ends the job.
SELECT cron.unschedule('hookonce-cleanup-processed_events');
