#!/bin/sh
# SPDX-License-Identifier: MIT
# build_id.sh CMAKE TOP - the build string changes with the runtime's sources
# and with nothing else, and is not written again when it is the same
set -eu
cmake=$1 top=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$top/src" "$folder/src"

# id: prints the build string of the copy
id() {
	"$cmake" -DSRC="$folder/src" -DVERSION=1.2.3 -DOUT="$folder/build_id.h" \
		-P "$top/cmake/build-id.cmake"
	sed -n 's/.*SCARP_BUILD "\(.*\)"/\1/p' "$folder/build_id.h"
}

# differs WHAT: the string must not be as before
differs() {
	new=$(id)
	[ "$new" != "$first" ] || {
		echo "WRONG: the same build string after $1: $new"
		exit 1
	}
}

first=$(id)
case $first in
"scarp 1.2.3 ("????????????")") ;;
*) echo "WRONG: build string '$first'" && exit 1 ;;
esac
touch -d '2001-01-01' "$folder/build_id.h"
echo >>"$folder/src/cli/words/main.c"
[ "$(id)" = "$first" ]
[ -z "$(find "$folder/build_id.h" -newermt '2002-01-01')" ]

for file in channel/channel.h native/layout.h search/op.def \
	native/posix/mutex.c base/rng.c; do
	cp "$folder/src/$file" "$folder/kept"
	echo >>"$folder/src/$file"
	differs "a change of $file"
	cp "$folder/kept" "$folder/src/$file"
done
mv "$folder/src/native/rewinding/undo.h" "$folder/src/native/undone.h"
differs "a change of a name"
mv "$folder/src/native/undone.h" "$folder/src/native/rewinding/undo.h"
[ "$(id)" = "$first" ]
