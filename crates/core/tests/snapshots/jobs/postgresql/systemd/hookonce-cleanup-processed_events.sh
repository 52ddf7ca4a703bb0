#!/bin/sh
# Deletes old keys until none is left. Exit code 4: all are deleted, but claims are stuck, see the watch.
# Any other but 0: the database could not be reached, or refused; the next night tries again.
set -eu
clean_up() {
  psql --no-psqlrc --quiet --tuples-only --no-align --field-separator=' ' --set=ON_ERROR_STOP=1 <<'SQL'
WITH old AS MATERIALIZED (
  SELECT key FROM processed_events WHERE status = 'done' AND done_at < statement_timestamp() - interval '30 days' LIMIT 10000 FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM processed_events AS e USING old WHERE e.key = old.key RETURNING 1
)
SELECT count(*) AS deleted, (SELECT count(*) FROM processed_events WHERE status = 'processing' AND first_seen < statement_timestamp() - interval '30 days') AS stuck FROM deleted;
SQL
}
deleted=1
while [ "$deleted" -gt 0 ]; do
  row=$(clean_up)
  set -- $row
  deleted=$1
done
if [ "$2" -gt 0 ]; then
  echo "hookonce: $2 claims are stuck" >&2
  exit 4
fi
