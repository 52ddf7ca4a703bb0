-- table
CREATE TABLE IF NOT EXISTS processed_events (key text PRIMARY KEY, first_seen timestamptz NOT NULL DEFAULT now());

-- business-log
CREATE TABLE IF NOT EXISTS business_log (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now());

-- claim
BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL lock_timeout = '5000ms';
INSERT INTO processed_events (key) VALUES ($1) ON CONFLICT (key) DO NOTHING RETURNING key;

-- process
WITH claim AS (
  INSERT INTO processed_events (key) SELECT $1::text
  WHERE set_config('lock_timeout', '5000ms', true) IS NOT NULL
  ON CONFLICT (key) DO NOTHING RETURNING key
), work AS (
  INSERT INTO business_log (event_key, event_type) SELECT key, $2::text FROM claim RETURNING id
)
SELECT CASE count(*) WHEN 0 THEN 'done' ELSE 'claimed' END AS outcome FROM work;

-- finish
COMMIT;

-- release
ROLLBACK;

-- cleanup
WITH old AS MATERIALIZED (
  SELECT key FROM processed_events WHERE first_seen < statement_timestamp() - interval '30 days' LIMIT 10000 FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM processed_events AS e USING old WHERE e.key = old.key RETURNING 1
)
SELECT count(*) AS deleted FROM deleted;
