#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh - what the build needs; installs what is missing, says what
#
# tools/deps.sh              what `make` and `make check` need
# tools/deps.sh --ci         and what .ci/run needs besides
# tools/deps.sh --compilers  and clang 16 and 19, of which there are tests where
#                            they are installed: 1.4 GB, so nothing asks for them
#
# Silent when nothing is missing.  Each row is a Debian package and what it
# brings: a command, or a file.  Probing for these instead of asking dpkg is
# faster, and right as well where a tool came from somewhere else.
set -u

need='
gcc            gcc
g++            g++
gcc-12-plugin-dev /usr/lib/gcc/x86_64-linux-gnu/12/plugin/include/gcc-plugin.h
llvm-14-dev    /usr/lib/llvm-14/include/llvm/Passes/PassPlugin.h
libc6-dev      /usr/include/pthread.h
make           make
binutils       objcopy
cmake          cmake
pkg-config     pkg-config
python3        python3
libdw-dev      /usr/include/elfutils/libdw.h
libjansson-dev /usr/include/jansson.h
libcmocka-dev  /usr/include/cmocka.h
'
need_ci='
gcc-12          gcc-12
g++-12          g++-12
clang           clang
clang-14        clang-14
libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a
clang-format-14 clang-format-14
git             git
valgrind        valgrind
strace          strace
gdb             gdb
meson           meson
ninja-build     ninja
autoconf        autoreconf
automake        automake
libtool         libtoolize
'
need_compilers='
clang-16        clang-16
llvm-16-dev     /usr/lib/llvm-16/include/llvm/Passes/PassPlugin.h
clang-19        clang-19
llvm-19-dev     /usr/lib/llvm-19/include/llvm/Passes/PassPlugin.h
'

# A clang that is there cannot be used without them.
if command -v clang-14 >/dev/null 2>&1; then
	need="${need}llvm-14-dev /usr/lib/llvm-14/include/llvm/Passes/PassPlugin.h
"
fi

here() {
	case $1 in
	/*) [ -e "$1" ] ;;
	*) command -v "$1" >/dev/null 2>&1 ;;
	esac
}

case ${1-} in
'') ;;
--ci) need="$need$need_ci" ;;
--compilers) need="$need$need_compilers" ;;
*)
	echo "usage: tools/deps.sh [--ci | --compilers]" >&2
	exit 2
	;;
esac

missing=
probes=
while read -r package probe; do
	[ -n "$package" ] || continue
	here "$probe" && continue
	missing="$missing $package"
	probes="$probes $probe"
done <<LIST
$need
LIST
[ -n "$missing" ] || exit 0

echo "missing:$missing"
if ! command -v apt-get >/dev/null 2>&1; then
	echo "this is not a Debian system: install these by hand" \
		"(names are Debian's; looked for:$probes)" >&2
	exit 1
fi
if [ "$(id -u)" != 0 ]; then
	echo "only root can install them; run:" >&2
	echo "    sudo apt-get update && sudo apt-get install -y$missing" >&2
	exit 1
fi

# Package lists may be absent (a fresh image) or stale (the archive moved on):
# fetch them when the first try does not work.
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND
install() {
	# shellcheck disable=SC2086 # a list of words
	apt-get install -y -q --no-install-recommends $missing </dev/null
}
echo "installing them"
if ! apt-get install -s -q $missing >/dev/null 2>&1 || ! install; then
	apt-get update -q </dev/null || {
		echo "apt-get update failed; is there a network?" >&2
		exit 1
	}
	install || {
		echo "apt-get could not install:$missing" >&2
		exit 1
	}
fi
for probe in $probes; do
	here "$probe" || {
		echo "still missing after the installation: $probe" >&2
		exit 1
	}
done
