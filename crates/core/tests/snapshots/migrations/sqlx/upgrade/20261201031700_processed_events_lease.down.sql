-- While no receiver runs, and in one transaction where the database can. Forgets claims that are not done,
-- so that their retries do the work.
-- PostgreSQL does all of it or nothing: the tool runs it in one transaction.
DELETE FROM processed_events WHERE status = 'processing';
ALTER TABLE processed_events
  ALTER COLUMN key TYPE text,
  DROP CONSTRAINT key_length,
  DROP COLUMN status,
  DROP COLUMN claim_token,
  DROP COLUMN lease_until,
  DROP COLUMN attempts,
  DROP COLUMN done_at;
