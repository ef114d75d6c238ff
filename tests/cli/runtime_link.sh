#!/bin/sh
# SPDX-License-Identifier: MIT
# runtime_link.sh CC LD OBJCOPY NM SOURCE - link.sh refuses a runtime that calls
# what it defines for the test, and a private name that nothing defines
set -eu
link=$5/src/native/libc/link.sh
cc=$1 tools="$2 $3 $4"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo 'memcpy rt_memcpy' >private.syms
fail() {
	echo "FAILED $*"
	exit 1
}

# expect WORDS, or nothing: what link.sh says of runtime.c
expect() {
	"$cc" -c -fno-builtin -w runtime.c -o runtime.o
	rm -f out.o
	# shellcheck disable=SC2086 # a list of words
	if sh "$link" $tools private.syms out.o runtime.o >said 2>&1; then
		[ -z "$1" ] || fail "no '$1' of $(cat runtime.c)"
		[ -f out.o ] || fail "nothing made"
	else
		[ -n "$1" ] || fail "refused: $(cat said)"
		grep -qF "$1" said || fail "no '$1' in: $(cat said)"
		[ ! -f out.o ] || fail "made although refused: $1"
	fi
}

good='int scarp_libc_puts(void) { return 0; }
int rt_memcpy(void) { return 0; }
int other(void) { return memcpy() + getpid(); }'
echo "$good" >runtime.c
expect ''
"$4" -g --defined-only out.o | grep -q ' [TW] puts$' || fail "no puts"
"$4" -u out.o | grep -q ' U memcpy$' && fail "memcpy is not rt_memcpy"

{ echo "$good" && echo 'int wrong(void) { return puts(); }'; } >runtime.c
expect 'link.sh: the runtime calls puts, which it defines for the test'
# A name that only contains it is another one.
{ echo "$good" && echo 'int right(void) { return fputs() + puts_2(); }'; } >runtime.c
expect ''
echo "$good" | grep -v rt_memcpy >runtime.c
expect 'link.sh: private.c lacks rt_memcpy'
echo passed
