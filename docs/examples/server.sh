#!/bin/sh
# Builds a workspace, waits for a server in it, captures its log and tears everything down.
# Run it in any shell: no terminal has to show the workspace. The server is ./serve, or what
# SERVE says; what it printed is in server.log and server.txt afterwards.
set -eu

workspace=demo
serve=${SERVE:-./serve}

# A session whose program is dormer itself shows the workspace, for nobody to look at.
dormer new --detached --name "$workspace-screen" --size 120x40 -- dormer --workspace "$workspace" >/dev/null

# What was started is ended, however this script ends.
tear_down() {
	dormer kill "$workspace-screen" >/dev/null 2>&1 || true
	for id in ${server:-} ${watch:-} ${shell:-}; do
		dormer kill "$id" >/dev/null 2>&1 || true
	done
	dormer workspace rm --force "$workspace" >/dev/null
}
trap tear_down EXIT

# Wait until the workspace can be asked.
tries=0
until dormer do -w "$workspace" tab.rename shell 2>/dev/null; do
	tries=$((tries + 1))
	[ $tries -lt 100 ] || { echo "the workspace does not open" >&2; exit 1; }
	sleep 0.1
done

# Two tabs more; -P prints the id of the session that a command opens.
server=$(dormer do -w "$workspace" -P tab.new --name server -- "$serve")
watch=$(dormer do -w "$workspace" -P -t "$server" pane.split-below --name watch -- sh -c 'while sleep 1; do date; done')
shell=$(dormer do -w "$workspace" -P tab.new --name notes)

# Log what the server prints from now on, and wait until it is ready.
dormer do -w "$workspace" -t "$server" pane.log "$PWD/server.log"
dormer wait "$server" --output 'listening on' --from-start --timeout 30s

# Talk to it, and wait for its answer.
dormer send "$server" --text 'hello' --enter
dormer wait "$server" --output 'got hello' --from-start --timeout 30s

# Keep all that it printed, and a picture.
dormer capture "$server" --scrollback >server.txt
dormer capture "$server" --svg -o server.svg >/dev/null
echo "done: server.log, server.txt, server.svg"
