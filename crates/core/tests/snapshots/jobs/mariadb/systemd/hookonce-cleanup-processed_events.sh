#!/bin/sh
# Deletes old keys until none is left. Exit code 4: all are deleted, but claims are stuck, see the watch.
# Any other but 0: the database could not be reached, or refused; the next night tries again.
set -eu
clean_up() {
  "${HOOKONCE_CLIENT:-mariadb}" --defaults-extra-file="$HOOKONCE_CLIENT_FILE" --batch --skip-column-names \
    --default-character-set=utf8mb4 "$HOOKONCE_DATABASE" <<'SQL'
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
START TRANSACTION;
DELETE e FROM (SELECT `key` FROM `processed_events` WHERE status = 'done' AND done_at < utc_timestamp(6) - INTERVAL 30 DAY LIMIT 10000 FOR UPDATE SKIP LOCKED) AS old STRAIGHT_JOIN `processed_events` AS e ON e.`key` = old.`key`;
SET @hookonce_deleted = row_count();
COMMIT;
SELECT @hookonce_deleted AS deleted, (SELECT count(*) FROM `processed_events` WHERE status = 'processing' AND first_seen < utc_timestamp(6) - INTERVAL 30 DAY) AS stuck;
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
