#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh CLANG OUT.so - builds the plugin for exactly this clang
#
# Run by scarp's own build, and by `scarp cc` for a clang that it has no plugin
# for.  Exit code 3: the headers of this clang's LLVM are not installed.
set -eu
clang=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
# .../lib/llvm-14/lib/clang/14.0.6
headers=$(dirname "$("$clang" -print-resource-dir)")/../../include

if [ ! -e "$headers/llvm/Passes/PassPlugin.h" ]; then
	echo "no '$headers/llvm/Passes/PassPlugin.h'" >&2
	exit 3
fi
# As one unit: most of the time goes into LLVM's headers.
for file in "$here"/*.cc; do
	echo "#include \"$file\""
done | "$clang" -x c++ -std=c++17 -shared -fPIC -fno-rtti -fno-exceptions \
	-fvisibility=hidden -O1 -Wall -Wextra -Wno-unused-parameter \
	-isystem "$headers" -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS \
	-D__STDC_LIMIT_MACROS - -o "$out.$$" -lstdc++ || {
	rm -f "$out.$$"
	exit 1
}
mv "$out.$$" "$out"
