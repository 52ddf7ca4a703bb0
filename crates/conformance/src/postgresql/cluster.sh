# A PostgreSQL server in a folder of its own, until standard input ends. $1 is the folder of its programs.
# The first line of output is "ready FOLDER", or what went wrong.
set -eu
folder=$(mktemp -d "${TMPDIR:-/tmp}/hookonce-pg.XXXXXX")

finish() {
  if [ -f "$folder/data/postmaster.pid" ]; then
    # Immediately: nothing in it is worth a checkpoint.
    "$1/pg_ctl" stop -D "$folder/data" -m immediate -w -t 60 >>"$folder/log" 2>&1 || true
  fi
  rm -rf "$folder"
}
trap 'finish "$1"' EXIT
trap 'exit 1' HUP INT TERM

# No port: two runs never meet. Waits are bounded by the server, so that a test that waits in vain fails.
start() {
  "$1/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions
  "$1/pg_ctl" start -D "$folder/data" -l "$folder/server.log" -w -t 60 -o "-k '$folder' -c listen_addresses='' \
    -c max_connections=500 -c fsync=off -c deadlock_timeout=100ms -c statement_timeout=60s \
    -c idle_in_transaction_session_timeout=60s"
}
if ! start "$1" >"$folder/log" 2>&1; then
  cat "$folder"/*log
  exit 1
fi
echo "ready $folder"
cat >/dev/null
