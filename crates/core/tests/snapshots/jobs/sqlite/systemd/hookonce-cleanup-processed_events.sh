#!/bin/sh
# Deletes old keys until none is left. Exit code 4: all are deleted, but claims are stuck, see the watch.
# Any other but 0: the database could not be reached, or refused; the next night tries again.
set -eu
[ -f "$HOOKONCE_DATABASE" ] || {
  echo "hookonce: no file $HOOKONCE_DATABASE" >&2
  exit 1
}
clean_up() {
  sqlite3 -init /dev/null -batch -bail -noheader -list -separator ' ' "$HOOKONCE_DATABASE" <<'SQL'
.timeout 5000
BEGIN IMMEDIATE;
DELETE FROM "processed_events" WHERE rowid IN (SELECT rowid FROM "processed_events" WHERE status = 'done' AND done_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days') LIMIT 10000);
COMMIT;
SELECT changes() AS deleted, (SELECT count(*) FROM "processed_events" WHERE status = 'processing' AND first_seen < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')) AS stuck;
SQL
}
deleted=1
while [ "$deleted" -gt 0 ]; do
  row=$(clean_up)
  set -- $row
  deleted=$1
  [ "$deleted" -eq 0 ] || sleep 1
done
if [ "$2" -gt 0 ]; then
  echo "hookonce: $2 claims are stuck" >&2
  exit 4
fi
