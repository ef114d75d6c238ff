#!/bin/sh
# SPDX-License-Identifier: MIT
# determinism/run.sh - what is the same from process to process, and what is
# said where it is not
#
# run.sh --list        names of the cases
# run.sh SCARP CASE    runs one: 0 as expected, 1 not, 77 not possible here
set -u
here=$(cd "$(dirname "$0")" && pwd)

die() {
	echo "WRONG: $*"
	exit 1
}

# build NAME SOURCE [FLAG...]
build() {
	name=$1 source=$2 driver=cc
	shift 2
	[ "$source" = "${source%.cc}" ] || driver=c++
	"$SCARP" $driver -O1 -g -w "$here/$source" -o "$name" "$@" || die "no $name"
}

# Runs a command where personality() is refused.
refuse() {
	"$HOME_DIR/refuse" "$@"
}

refusal() {
	gcc -O1 "$here/refuse.c" -o refuse || die "no refuse"
	./refuse true || exit 77
}

# expect CODE PATTERN COMMAND...
expect() {
	wanted=$1 pattern=$2 code=0
	shift 2
	"$@" >out 2>&1 </dev/null || code=$?
	[ "$code" = "$wanted" ] && grep -Eq -e "$pattern" out && return
	cat out
	die "exit code $code, expected $wanted and '$pattern'"
}

#-- the same command twice ----------------------------------------------------

# Text and JSON of one run, in a fresh directory of always the same name; fields
# that are time are taken out.
one_run() {
	rm -rf work
	mkdir work
	(
		cd work || exit 1
		"$SCARP" check --json out.json "$@" ../test >out.txt 2>&1 \
			</dev/null
		echo "exit code $?" >>out.txt
		sed -i -E 's/"seconds": *[0-9.e-]+/"seconds": 0/' out.json
		grep -q '"executions"' out.json
	) || die "no result: $(cat work/out.txt)"
}

# twice LEAST OPTION...: the same bytes, which must be at least so many
twice() {
	least=$1
	shift
	one_run "$@"
	mv work first
	one_run "$@"
	for file in out.txt out.json; do
		cmp "first/$file" "work/$file" || {
			diff "first/$file" "work/$file"
			die "$* differs in $file"
		}
	done
	[ "$(wc -c <first/out.txt)" -ge "$least" ] || {
		cat first/out.txt
		die "that is not a report"
	}
	cp first/out.txt "$2.txt"
	rm -rf first
}

same_bytes() {
	build test everything.cc
	# Long enough for the report, which has what the program printed.
	twice 1500 --strategy "$1" --max-executions 3000
	grep -q 'a: ' "$1.txt" || die "the output is not in the report"
	twice 100 --strategy "$1" --max-executions 200 --stop-after 0 --seed 7
	twice 100 --strategy "$1" --max-executions 40 --mode fork
}
case_same_bytes_random() { same_bytes random; }
case_same_bytes_pct() { same_bytes pct; }
case_same_bytes_dfs() { same_bytes dfs; }

# Another seed draws other numbers, or the cases above compare constants.
case_other_seed() {
	build test everything.cc
	one_run --strategy random --max-executions 3000 --seed 1
	mv work first
	one_run --strategy random --max-executions 3000 --seed 2
	a=$(grep -Eo 'a: .*' first/out.txt | cut -d' ' -f7 | head -n 1)
	b=$(grep -Eo 'a: .*' work/out.txt | cut -d' ' -f7 | head -n 1)
	[ -n "$a" ] && [ -n "$b" ] && [ "$a" != "$b" ] || die "drew '$a' and '$b'"
}

#-- where personality() is refused --------------------------------------------

# The link notices: such an executable has the same addresses all the same.
case_refused_when_linking() { # caveat: library_addresses
	refusal
	refuse "$SCARP" cc -O1 -g -w "$here/hash.c" -DHASHED=x -o test ||
		die "no test"
	readelf -h test | grep -q 'Type:.*EXEC' || die "it is not at a fixed address"
	expect 0 '^verified.*addresses of libraries differ' \
		refuse "$SCARP" check ./test
	expect 0 '^verified.*\(sc\)' "$SCARP" check ./test
}

case_refused_when_checking() { # caveat: addresses_move
	refusal
	build test hash.c
	readelf -h test | grep -q 'Type:.*DYN' || exit 77
	expect 4 'not proven: addresses differ .*-no-pie' \
		refuse "$SCARP" check ./test
	expect 0 '^verified.*\(sc\)' "$SCARP" check ./test
}

# One in 1,009 pairs of addresses is equal: three tries.
case_refused_and_different() {
	refusal
	build test hash.c -DHASHED=x -pie
	for try in 1 2 3; do
		refuse "$SCARP" check ./test >kept 2>&1 </dev/null && continue
		[ $? = 5 ] && break
	done
	expect 5 'differ first at event [0-9]+, step [0-9]+: T1: .*hash.c:22.*likely source: addresses' \
		cat_code 5 kept
	expect 0 '^verified.*\(sc\)' "$SCARP" check ./test
}

# cat_code CODE FILE: for expect
cat_code() {
	cat "$2"
	return "$1"
}

#-- the likely source of a divergence -----------------------------------------

case_blames_the_device() {
	build test ../programs/bad/uncontrolled.c -DSOURCE=1
	for try in $(seq 60); do # what the device says is chance
		"$SCARP" check --exhaustive ./test >kept 2>&1 </dev/null
		[ $? = 5 ] && break
	done
	expect 5 'at step [0-9]+ .*the likely source: files \(open of ./proc/sys/kernel/random/uuid' cat_code 5 kept
}

if [ "${1-}" = --list ]; then
	sed -n 's/^case_\([a-z_]*\)().*/\1/p' "$0"
	exit 0
fi
SCARP=$1
HOME_DIR=$(mktemp -d "${TMPDIR:-/tmp}/scarp-determinism.XXXXXX")
trap 'rm -rf "$HOME_DIR"' EXIT INT TERM
cd "$HOME_DIR" || exit 1
"case_$2"
