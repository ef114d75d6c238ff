#!/bin/sh
# SPDX-License-Identifier: MIT
# hot_list.sh SOURCE RUNTIME NM - the files of src/native/hot.txt are there, and
# its functions lie together in the runtime
set -eu
failed=0
for file in $(sed -n 's/^\([a-z].*\) .*/\1/p' "$1/src/native/hot.txt" | sort -u); do
	[ -f "$1/src/$file" ] && continue
	echo "hot.txt: there is no src/$file: run bench/hot.py again"
	failed=1
done

# From the first to the last of some that lie far apart otherwise.
# shellcheck disable=SC2046
set -- $("$3" "$2" | sed -nE \
	's/^([0-9a-f]+) t (sched_point|undo_back|access_plain|search_choose)$/\1/p' |
	sort)
if [ $# -ne 4 ] || [ $((0x$4 - 0x$1)) -gt 98304 ]; then
	echo "the runtime does not have them together: $*"
	failed=1
fi
exit $failed
