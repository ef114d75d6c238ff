#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh GCC OUT.so - builds the plugin for exactly this gcc
#
# Run by scarp's own build, and by `scarp cc` for a gcc that it has no plugin
# for.  Exit code 3: the headers for plugins of this gcc are not installed.
set -eu
gcc=$1 out=$2
here=$(dirname "$0")
headers=$("$gcc" -print-file-name=plugin)/include

if [ ! -e "$headers/gcc-plugin.h" ]; then
	echo "no '$headers/gcc-plugin.h'" >&2
	exit 3
fi
"$gcc" -x c++ -shared -fPIC -fno-rtti -fno-exceptions -O1 -Wall \
	-isystem "$headers" "$here"/*.cc -o "$out.$$" -lstdc++ || {
	rm -f "$out.$$"
	exit 1
}
mv "$out.$$" "$out"
