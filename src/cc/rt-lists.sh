#!/bin/sh
# SPDX-License-Identifier: MIT
# rt-lists.sh NM RUNTIME SYMBOLS STUB.c - what the runtime defines, twice: as a
# dynamic list for executables, and as a stub for shared libraries.  The stub
# has only names that no other library defines, so that everything else a
# library uses is still bound, with its version, to where it comes from.
set -eu
nm=$1 runtime=$2 symbols=$3 stub=$4

names=$("$nm" -g --defined-only -f posix "$runtime" | awk '{ print $1 }' |
	LC_ALL=C sort -u)
{
	echo '{'
	for name in $names; do echo "$name;"; done
	echo '};'
} >"$symbols.new"
{
	echo '/* SPDX-License-Identifier: MIT */'
	for name in $names; do
		case $name in
		__scarp_turns) # the one variable
			echo "extern const unsigned char $name;"
			echo "const unsigned char $name;" ;;
		__tsan_*|__sanitizer_*|__scarp_*|scarp_*|Annotate*|WTFAnnotate*|RunningOnValgrind)
			echo "void $name(void);"
			echo "void $name(void) { }" ;;
		esac
	done
} >"$stub.new"
mv "$symbols.new" "$symbols"
mv "$stub.new" "$stub"
