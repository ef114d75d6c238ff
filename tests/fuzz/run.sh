#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD SECONDS - each fuzz target for so long, two at a time
#
# Inputs that were interesting stay in BUILD/corpus; one that fails is left in
# BUILD with its name printed, and becomes a file in tests/fuzz/found/TARGET.
# Those are run first, always.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 2
seconds=$2
failed=0

one() {
	name=$1
	corpus=$build/corpus/$name
	mkdir -p "$corpus"
	dict=
	[ -f "$here/$name.dict" ] && dict=-dict=$here/$name.dict
	for old in "$here/found/$name"/*; do
		[ -f "$old" ] || continue
		"$build/bin/fuzz_$name" "$old" >"$build/fuzz-$name.log" 2>&1 || {
			echo "fuzz_$name fails on $old:"
			tail -n 40 "$build/fuzz-$name.log"
			return 1
		}
	done
	"$build/bin/fuzz_$name" -max_total_time="$seconds" -max_len=4096 \
		-timeout=120 -rss_limit_mb=4096 -print_final_stats=1 \
		-artifact_prefix="$build/failed-$name-" $dict \
		"$corpus" "$here/seeds/$name" >"$build/fuzz-$name.log" 2>&1
	code=$?
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' \
		"$build/fuzz-$name.log")
	echo "fuzz_$name: exit $code, $runs inputs, $(ls "$corpus" | wc -l) kept"
	[ $code = 0 ] || tail -n 40 "$build/fuzz-$name.log"
	return $code
}

for pair in "schedule options" "inventory channel" "search state" "show history"; do
	pids=
	for name in $pair; do
		one "$name" &
		pids="$pids $!"
	done
	for pid in $pids; do
		wait "$pid" || failed=1
	done
done
exit $failed
