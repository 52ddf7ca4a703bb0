-- Ends the job.
DROP EVENT `hookonce_cleanup_processed_events`;
