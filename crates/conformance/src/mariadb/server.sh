# A MariaDB server in a folder of its own, until standard input ends. $1, $2 and $3 are the programs mariadbd,
# mariadb-install-db and mariadb, $4 a port on 127.0.0.1; without it the server has only its socket.
# The first line of output is "ready FOLDER", or what went wrong. The lines "stop", "start" and "crash" on
# standard input do that to the server, and are answered with a line each.
set -eu
folder=$(mktemp -d "${TMPDIR:-/tmp}/hookonce-my.XXXXXX" 2>&1) || {
  echo "$folder"
  exit 1
}
pid=

end() {
  [ -n "$pid" ] || return 0
  # The shell would print that it was killed.
  { kill "-$1" "$pid" && wait "$pid"; } 2>/dev/null || true
  pid=
}
finish() {
  # At once: nothing in it is worth writing down.
  end KILL
  rm -rf "$folder"
}
trap finish EXIT
# PIPE: the test process is gone already.
trap 'exit 1' HUP INT PIPE TERM

networking=${4:+--bind-address=127.0.0.1 --port=$4}
# It refuses root, unless root is named.
user=$([ "$(id -u)" != 0 ] || echo --user=root)

# A port only where it is asked for: two runs never meet. Waits are bounded by the server, so that a test that
# waits in vain fails. What is committed outlives the process, but not the machine.
start() {
  # shellcheck disable=SC2086
  "$1" --no-defaults $user --datadir="$folder/data" --tmpdir="$folder/tmp" --socket="$folder/socket" --pid-file="$folder/pid" \
    ${networking:---skip-networking} --skip-name-resolve --max-connections=500 \
    --innodb-flush-log-at-trx-commit=2 --innodb-buffer-pool-size=64M --performance-schema=OFF \
    --max-statement-time=60 --idle-transaction-timeout=60 >"$folder/server.log" 2>&1 </dev/null &
  pid=$!
  attempts=0
  until "$3" --no-defaults --user=root --socket="$folder/socket" --execute='DO 0' 2>/dev/null; do
    attempts=$((attempts + 1))
    [ $attempts -lt 600 ] && kill -0 "$pid" || return 1
    sleep 0.05
  done
}
make() {
  # Of its own: a server that starts removes every temporary table there, also those of others.
  mkdir "$folder/tmp"
  # shellcheck disable=SC2086
  "$2" --no-defaults $user --datadir="$folder/data" --tmpdir="$folder/tmp" --skip-test-db --skip-name-resolve \
    --auth-root-authentication-method=normal </dev/null >"$folder/log" 2>&1 && start "$@"
}
if ! make "$@"; then
  cat "$folder"/*log
  exit 1
fi
echo "ready $folder"

while read -r command; do
  case $command in
    start) start "$@" && echo started || echo "not started" ;;
    # Its clients lose their connections, as when a server is shut down for maintenance.
    stop) end TERM && echo stopped ;;
    crash) end KILL && start "$@" && echo restarted || echo "not restarted" ;;
  esac
done
