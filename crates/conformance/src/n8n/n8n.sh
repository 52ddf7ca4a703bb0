# n8n in a folder of its own, until standard input ends. The arguments are the program that starts it.
# The first line of output is the folder. The lines "start" and "kill" on standard input do that, and are
# answered with a line each.
set -eu
folder=$(mktemp -d "${TMPDIR:-/tmp}/hookonce-n8n.XXXXXX")
export N8N_USER_FOLDER="$folder" HOME="$folder"
group=

# n8n starts a task runner, which is in its group.
end_group() {
  if [ -n "$group" ]; then
    kill -s KILL -- "-$group" 2>/dev/null || true
    wait "$group" 2>/dev/null || true
    group=
  fi
}
trap 'end_group; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

echo "$folder"
while read -r command; do
  case $command in
    start)
      setsid "$@" </dev/null >>"$folder/n8n.log" 2>&1 &
      group=$!
      echo started
      ;;
    kill)
      end_group
      echo killed
      ;;
  esac
done
