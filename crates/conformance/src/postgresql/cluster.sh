# A PostgreSQL server in a folder of its own, until standard input ends. $1 is the folder of its programs,
# $2 a port on 127.0.0.1 (empty: the server has only its socket), $3 further options of the server.
# The first line of output is "ready FOLDER", or what went wrong. The lines "stop", "start" and "crash" on
# standard input do that to the server, and are answered with a line each.
set -eu
folder=$(mktemp -d "${TMPDIR:-/tmp}/hookonce-pg.XXXXXX" 2>&1) || {
  echo "$folder"
  exit 1
}

finish() {
  if [ -f "$folder/data/postmaster.pid" ]; then
    # Immediately: nothing in it is worth a checkpoint.
    "$1/pg_ctl" stop -D "$folder/data" -m immediate -w -t 60 >>"$folder/log" 2>&1 || true
  fi
  rm -rf "$folder"
}
trap 'finish "$1"' EXIT
# PIPE: the test process is gone already.
trap 'exit 1' HUP INT PIPE TERM

# A port only where it is asked for: two runs never meet. Waits are bounded by the server, so that a
# test that waits in vain fails.
start() {
  "$1/pg_ctl" start -D "$folder/data" -l "$folder/server.log" -w -t 60 -o "-k '$folder' \
    -c listen_addresses='${2:+127.0.0.1}' -c port='${2:-5432}' \
    -c max_connections=500 -c fsync=off -c deadlock_timeout=100ms -c statement_timeout=60s \
    -c idle_in_transaction_session_timeout=60s ${3:-}"
}
make() {
  "$1/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions &&
    start "$@"
}
if ! make "$@" >"$folder/log" 2>&1; then
  cat "$folder"/*log
  exit 1
fi
echo "ready $folder"

while read -r command; do
  case $command in
    start) start "$@" >>"$folder/log" 2>&1 && echo started || echo "not started" ;;
    # SIGKILL. Its sessions end when they notice it, and until then it does not start again.
    crash)
      kill -KILL "$(head -n 1 "$folder/data/postmaster.pid")"
      attempts=0
      until start "$@" >>"$folder/log" 2>&1 || [ $attempts -ge 60 ]; do
        attempts=$((attempts + 1))
        sleep 0.1
      done
      [ $attempts -lt 60 ] && echo restarted || echo "not restarted"
      ;;
    # Its clients lose their connections, as when a server is shut down for maintenance.
    stop) "$1/pg_ctl" stop -D "$folder/data" -m fast -w -t 60 >>"$folder/log" 2>&1 && echo stopped || echo "not stopped" ;;
  esac
done
