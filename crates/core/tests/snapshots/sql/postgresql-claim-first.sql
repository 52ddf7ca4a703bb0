-- table
CREATE TABLE IF NOT EXISTS processed_events (key text PRIMARY KEY, first_seen timestamptz NOT NULL DEFAULT now());

-- business-log
CREATE TABLE IF NOT EXISTS business_log (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now());

-- claim
INSERT INTO processed_events (key) VALUES ($1) ON CONFLICT (key) DO NOTHING RETURNING key;

-- release
DELETE FROM processed_events WHERE key = $1;

-- cleanup
DELETE FROM processed_events WHERE first_seen < now() - interval '30 days';
