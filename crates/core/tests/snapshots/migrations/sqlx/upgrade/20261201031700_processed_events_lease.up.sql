-- While no receiver runs, and in one transaction where the database can. Every key in the table counts as done,
-- and is kept for one more retention. Receivers with the claim of claim-first then fail: answer 503 until they are replaced.
-- PostgreSQL does all of it or nothing: the tool runs it in one transaction.
ALTER TABLE processed_events
  ALTER COLUMN key TYPE text COLLATE "C",
  ADD CONSTRAINT key_length CHECK (octet_length(key) BETWEEN 1 AND 320),
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'done' CHECK (status IN ('processing', 'done')),
  ADD COLUMN claim_token uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  ADD COLUMN lease_until timestamptz NOT NULL DEFAULT 'epoch',
  ADD COLUMN attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1),
  ADD COLUMN done_at timestamptz DEFAULT now(),
  ADD CHECK ((status = 'done') = (done_at IS NOT NULL));
ALTER TABLE processed_events
  ALTER COLUMN status SET DEFAULT 'processing',
  ALTER COLUMN claim_token DROP DEFAULT,
  ALTER COLUMN lease_until DROP DEFAULT,
  ALTER COLUMN done_at DROP DEFAULT;
