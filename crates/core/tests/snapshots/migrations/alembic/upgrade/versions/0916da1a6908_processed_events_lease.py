"""processed_events_lease

Revision ID: 0916da1a6908
Revises:
Create Date: 2026-12-01 03:17:00
"""
from alembic import op

revision = "0916da1a6908"
# The revision before this one, as `alembic heads` prints it; None only for the first of all.
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    # While no receiver runs, and in one transaction where the database can. Every key in the table counts as done,
    # and is kept for one more retention. Receivers with the claim of claim-first then fail: answer 503 until they are replaced.
    # PostgreSQL does all of it or nothing: the tool runs it in one transaction.
    op.execute(
        "ALTER TABLE processed_events\n"
        "  ALTER COLUMN key TYPE text COLLATE \"C\",\n"
        "  ADD CONSTRAINT key_length CHECK (octet_length(key) BETWEEN 1 AND 320),\n"
        "  ADD COLUMN status text COLLATE \"C\" NOT NULL DEFAULT 'done' CHECK (status IN ('processing', 'done')),\n"
        "  ADD COLUMN claim_token uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',\n"
        "  ADD COLUMN lease_until timestamptz NOT NULL DEFAULT 'epoch',\n"
        "  ADD COLUMN attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1),\n"
        "  ADD COLUMN done_at timestamptz DEFAULT now(),\n"
        "  ADD CHECK ((status = 'done') = (done_at IS NOT NULL))"
    )
    op.execute(
        "ALTER TABLE processed_events\n"
        "  ALTER COLUMN status SET DEFAULT 'processing',\n"
        "  ALTER COLUMN claim_token DROP DEFAULT,\n"
        "  ALTER COLUMN lease_until DROP DEFAULT,\n"
        "  ALTER COLUMN done_at DROP DEFAULT"
    )


def downgrade() -> None:
    # While no receiver runs, and in one transaction where the database can. Forgets claims that are not done,
    # so that their retries do the work.
    # PostgreSQL does all of it or nothing: the tool runs it in one transaction.
    op.execute("DELETE FROM processed_events WHERE status = 'processing'")
    op.execute(
        "ALTER TABLE processed_events\n"
        "  ALTER COLUMN key TYPE text,\n"
        "  DROP CONSTRAINT key_length,\n"
        "  DROP COLUMN status,\n"
        "  DROP COLUMN claim_token,\n"
        "  DROP COLUMN lease_until,\n"
        "  DROP COLUMN attempts,\n"
        "  DROP COLUMN done_at"
    )
