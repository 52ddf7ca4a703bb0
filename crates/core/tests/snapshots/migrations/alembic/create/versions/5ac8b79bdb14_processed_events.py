"""processed_events

Revision ID: 5ac8b79bdb14
Revises:
Create Date: 2026-12-01 03:17:00
"""
from alembic import op

revision = "5ac8b79bdb14"
# The revision before this one, as `alembic heads` prints it; None only for the first of all.
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The table of the keys and the example's business table. Safe to run again.
    op.execute("CREATE TABLE IF NOT EXISTS processed_events (key text COLLATE \"C\" PRIMARY KEY CONSTRAINT key_length CHECK (octet_length(key) BETWEEN 1 AND 320), status text COLLATE \"C\" NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'done')), claim_token uuid NOT NULL, lease_until timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1), first_seen timestamptz NOT NULL DEFAULT now(), done_at timestamptz, CHECK ((status = 'done') = (done_at IS NOT NULL)))")
    op.execute("SELECT key, status, claim_token, lease_until, attempts, first_seen, done_at FROM processed_events WHERE 1 = 0")
    op.execute("CREATE TABLE IF NOT EXISTS business_log (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now())")


def downgrade() -> None:
    # Forgets every key: each retry and resend that comes later does its work again.
    op.execute("DROP TABLE IF EXISTS business_log")
    op.execute("DROP TABLE IF EXISTS processed_events")
