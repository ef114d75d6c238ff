#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh BUILD - the main job on every example: compile, check, see the schedule
#
# Each example must end as it should, or this exits non-zero: the demo is a test.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-build}
PATH=$(cd "$build" && pwd)/bin:$PATH || exit 2
export PATH
[ -x "$build/bin/scarp" ] || {
	echo "'$build/bin/scarp' is not there: run make first" >&2
	exit 2
}
where=$build/demo
rm -rf "$where"
mkdir -p "$where"
cd "$where" || exit 2
# So that the commands shown are the ones to type in a clone.
ln -s "$top/examples" examples

wrong=
say() { printf '\n%s\n' "$*"; }
run() {
	printf '\n$ %s\n' "$*"
	"$@"
}

# example SOURCE EXPECTED [OPTION...]: EXPECTED is a kind of bug, or `verified`
example() {
	source=$1 expected=$2
	shift 2
	name=${source%.*}
	case $source in
	*.cc) cc=c++ ;;
	*) cc=cc ;;
	esac
	printf '\n---- %s ' "$name"
	printf '%.*s\n' $((66 - ${#name})) \
		------------------------------------------------------------------
	sed -n '2,/\*\/$\|^#/{
		s|^ \*/$||; s|^/[/*] [a-z_]*\.cc* - ||; s|^// [a-z_]*\.cc* - ||
		s|^ \* \{0,1\}||; s|^// \{0,1\}||; /^#/d; p
	}' "examples/$source"
	if ! run scarp "$cc" -g "examples/$source" -o "$name"; then
		wrong="$wrong $name(does-not-compile)"
		return
	fi
	run scarp check "$@" --json "$name.json" "./$name"
	code=$?
	case $expected in
	verified) want=0 ;;
	*) want=1 ;;
	esac
	if [ $code != $want ]; then
		say "expected exit code $want, not $code"
		wrong="$wrong $name"
	elif ! grep -Eq "\"(kind|verdict)\": *\"$expected\"" "$name.json"; then
		say "expected: $expected"
		wrong="$wrong $name"
	fi
}

cat <<'EOT'
scarp runs a threaded program through its schedules, one after another, until
one fails.  Six small programs follow; five of them have a bug that a stress
test finds rarely or never.
EOT

example lost_update.c assertion
say "The failing schedule is kept; this runs it again, exactly:"
run scarp replay
[ $? = 1 ] || wrong="$wrong replay"

example abba.c deadlock
example bounded_queue.c assertion
example treiber_stack.c use_after_free
example dcl.cc assertion
example bounded_queue_ok.c verified --exhaustive

if [ -n "$wrong" ]; then
	say "not as it should be:$wrong" >&2
	exit 1
fi
say "All six as they should be.  Your turn:"
cat <<EOT

    $build/bin/scarp cc -g your_test.c -o your_test
    $build/bin/scarp check ./your_test
EOT
