#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SCARP MODE - gdb on a test process in which every thread is suspended
#
# 0: the table is right and every thread unwinds to its entry; 77: there is no
# gdb, or it may not trace processes here.
set -u
scarp=$1 mode=$2
here=$(cd "$(dirname "$0")" && pwd)
command -v gdb >/dev/null || {
	echo "gdb is not installed"
	exit 77
}
dir=$(mktemp -d "${TMPDIR:-/tmp}/scarp-debug.XXXXXX")
trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1

gdb -nx -batch -ex 'set startup-with-shell off' -ex 'starti' \
	--args /bin/true >out 2>&1 </dev/null
grep -q 'Program stopped' out || {
	echo "gdb may not trace processes here, or has no Python:"
	cat out
	exit 77
}
"$scarp" cc -O1 -g "$here/fibers.c" -o fibers || exit 1
timeout 120 gdb -nx -batch -x "$here/threads.py" --args "$scarp" check \
	--mode "$mode" --strategy dfs --max-executions 2 ./fibers \
	>out 2>&1 </dev/null
grep -q '^OK$' out && exit 0
cat out
exit 1
