-- The table of the keys and the example's business table. Safe to run again.
-- Then `prisma db pull`: tables that schema.prisma does not know are dropped by the next `migrate dev`.
CREATE TABLE IF NOT EXISTS processed_events (key text COLLATE "C" PRIMARY KEY CONSTRAINT key_length CHECK (octet_length(key) BETWEEN 1 AND 320), status text COLLATE "C" NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'done')), claim_token uuid NOT NULL, lease_until timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1), first_seen timestamptz NOT NULL DEFAULT now(), done_at timestamptz, CHECK ((status = 'done') = (done_at IS NOT NULL)));
SELECT key, status, claim_token, lease_until, attempts, first_seen, done_at FROM processed_events WHERE 1 = 0;
CREATE TABLE IF NOT EXISTS business_log (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now());
