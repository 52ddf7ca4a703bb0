-- table
CREATE TABLE IF NOT EXISTS processed_events (key text COLLATE "C" PRIMARY KEY CONSTRAINT key_length CHECK (octet_length(key) BETWEEN 1 AND 320), status text COLLATE "C" NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'done')), claim_token uuid NOT NULL, lease_until timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1), first_seen timestamptz NOT NULL DEFAULT now(), done_at timestamptz, CHECK ((status = 'done') = (done_at IS NOT NULL)));
SELECT key, status, claim_token, lease_until, attempts, first_seen, done_at FROM processed_events WHERE 1 = 0;

-- business-log
CREATE TABLE IF NOT EXISTS business_log (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now());

-- claim
WITH attempt AS MATERIALIZED (
  SELECT $1::text AS key, statement_timestamp() AS at, e.status, e.lease_until,
    CASE WHEN e.status IS NULL THEN gen_random_uuid() END AS token,
    CASE WHEN e.status IS NULL THEN set_config('lock_timeout', '5000ms', true) END AS lock_timeout
  FROM (SELECT 1) AS delivery LEFT JOIN processed_events AS e
    ON key = $1 AND (e.status = 'done' OR (e.lease_until > statement_timestamp() AND e.xmax IN ('0', e.xmin)))
), claim AS (
  INSERT INTO processed_events AS e (key, claim_token, lease_until, first_seen)
  SELECT key, token, at + interval '60 seconds', at FROM attempt WHERE lock_timeout IS NOT NULL
  ON CONFLICT (key) DO UPDATE SET (claim_token, lease_until, attempts) = (
    SELECT CASE WHEN is_free THEN EXCLUDED.claim_token ELSE e.claim_token END,
      CASE WHEN is_free THEN EXCLUDED.lease_until ELSE e.lease_until END,
      e.attempts + is_free::integer
    FROM (SELECT e.status = 'processing' AND e.lease_until <= EXCLUDED.first_seen AS is_free) AS f
  )
  RETURNING e.status, e.claim_token, e.lease_until
)
SELECT outcome,
  CASE outcome WHEN 'claimed' THEN token END AS claim_token,
  CASE outcome WHEN 'in_progress' THEN greatest(1, ceil(extract(epoch FROM lease_until - clock_timestamp())))::integer END AS retry_after_seconds
FROM (
  SELECT token, coalesce(claim.lease_until, attempt.lease_until) AS lease_until,
    CASE WHEN attempt.status = 'done' OR claim.status = 'done' THEN 'done'
      WHEN claim.claim_token = token AND claim.lease_until > clock_timestamp() THEN 'claimed'
      ELSE 'in_progress' END AS outcome
  FROM attempt LEFT JOIN claim ON true
) AS answer;

-- finish
WITH changed AS (
  UPDATE processed_events SET status = 'done', done_at = coalesce(done_at, statement_timestamp()) WHERE key = $1 AND claim_token = $2::uuid RETURNING 1
)
SELECT CASE count(*) WHEN 1 THEN 'finished' ELSE 'lost' END AS outcome FROM changed;

-- release
WITH changed AS (
  UPDATE processed_events SET lease_until = 'epoch' WHERE key = $1 AND claim_token = $2::uuid AND status = 'processing' RETURNING 1
)
SELECT CASE count(*) WHEN 1 THEN 'released' ELSE 'lost' END AS outcome FROM changed;

-- extend
WITH changed AS (
  UPDATE processed_events SET lease_until = statement_timestamp() + interval '60 seconds' WHERE key = $1 AND claim_token = $2::uuid AND status = 'processing' RETURNING 1
)
SELECT CASE count(*) WHEN 1 THEN 'extended' ELSE 'lost' END AS outcome FROM changed;

-- cleanup
WITH old AS MATERIALIZED (
  SELECT key FROM processed_events WHERE status = 'done' AND done_at < statement_timestamp() - interval '30 days' LIMIT 10000 FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM processed_events AS e USING old WHERE e.key = old.key RETURNING 1
)
SELECT count(*) AS deleted, (SELECT count(*) FROM processed_events WHERE status = 'processing' AND first_seen < statement_timestamp() - interval '30 days') AS stuck FROM deleted;

-- watch
SELECT key, attempts, first_seen, lease_until FROM processed_events WHERE status = 'processing' AND lease_until < statement_timestamp() ORDER BY first_seen;

-- upgrade
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

-- downgrade
DELETE FROM processed_events WHERE status = 'processing';
ALTER TABLE processed_events
  ALTER COLUMN key TYPE text,
  DROP CONSTRAINT key_length,
  DROP COLUMN status,
  DROP COLUMN claim_token,
  DROP COLUMN lease_until,
  DROP COLUMN attempts,
  DROP COLUMN done_at;
