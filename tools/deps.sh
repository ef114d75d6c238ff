#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh - what the build needs; installs what is missing, says what
#
# tools/deps.sh              what `make` needs
# tools/deps.sh --check      and what the tests use besides: `make check`.  Where
#                            it cannot be installed, this says what is left out
# tools/deps.sh --ci         and what .ci/run needs besides
# tools/deps.sh --compilers  and clang 16 and 19, of which there are tests where
#                            they are installed: 1.4 GB, so nothing asks for them
# tools/deps.sh --list-check lists the packages of --check
# tools/deps.sh --has NAME   is this one of them there?  77 and a sentence: no
#                            (1 with SCARP_TEST_TOOLS=1, as in .ci/run)
#
# Silent when nothing is missing.  Each row is a Debian package and what it
# brings: a command, or a file.  Probing for these instead of asking dpkg is
# faster, and right as well where a tool came from somewhere else.  Rows of the
# tests say what is left out without it.
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
need_check='
clang          clang      all that is compiled by clang, in most program tests
strace         strace     kills at each system call, and disks that fail
gdb            gdb        a debugger on the test process
valgrind       valgrind   what pass-through mode costs, helgrind, forms of access
libgtest-dev   /usr/include/gtest/gtest.h a suite of GoogleTest
catch2         /usr/include/catch2/catch.hpp a suite of Catch2
doctest-dev    /usr/include/doctest/doctest.h a suite of doctest
libboost-test-dev /usr/include/boost/test/unit_test.hpp a suite of Boost.Test
check          /usr/include/check.h a suite of Check
meson          meson      a project built by meson
ninja-build    ninja      a project built by meson
autoconf       autoreconf a project built by autotools
automake       automake   a project built by autotools
libtool        libtoolize a project built by autotools
man-db         man        manual pages
python3-yaml   /usr/lib/python3/dist-packages/yaml what build servers read in share/ci
zsh            zsh        what zsh completes with
zlib1g-dev     /usr/include/zlib.h programs that call zlib
libbz2-dev     /usr/include/bzlib.h programs that call bzip2, lz4 and zstd
'
need_ci='
gcc-12          gcc-12
g++-12          g++-12
clang-14        clang-14
libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a
clang-format-14 clang-format-14
git             git
debootstrap     debootstrap
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

level=${1-}
case $level in
'') ;;
--check) need="$need$need_check" ;;
--ci) need="$need$need_check$need_ci" ;;
--compilers) need="$need$need_compilers" ;;
--list-check | --has)
	while read -r package probe why; do
		[ -n "$package" ] || continue
		[ "$level" = --has ] || echo "$package"
		[ "$package" = "${2-}" ] || continue
		here "$probe" && exit 0
		echo "skipped: $package is not installed, so these are left out:" \
			"$why (sh tools/deps.sh --check)"
		[ "${SCARP_TEST_TOOLS-0}" = 1 ] && exit 1
		exit 77
	done <<LIST
$need_check
LIST
	[ "$level" = --list-check ]
	exit
	;;
*)
	echo "usage: tools/deps.sh [--check | --ci | --compilers |" \
		"--list-check | --has NAME]" >&2
	exit 2
	;;
esac

missing=
probes=
lost=
while read -r package probe why; do
	[ -n "$package" ] || continue
	here "$probe" && continue
	missing="$missing $package"
	lost="$lost
    $package: $why"
	probes="$probes $probe"
done <<LIST
$need
LIST
[ -n "$missing" ] || exit 0

echo "missing:$missing"

# What only tests want is no reason to have none at all.
give_up() {
	[ "$level" = --check ] && sh "$0" >/dev/null 2>&1 || exit 1
	echo "without them, these tests are left out:$lost"
	exit 0
}

if ! command -v apt-get >/dev/null 2>&1; then
	echo "this is not a Debian system: install these by hand" \
		"(names are Debian's; looked for:$probes)" >&2
	give_up
fi
if [ "$(id -u)" != 0 ]; then
	echo "only root can install them; run:" >&2
	echo "    sudo apt-get update && sudo apt-get install -y$missing" >&2
	give_up
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
		give_up
	}
	install || {
		echo "apt-get could not install:$missing" >&2
		give_up
	}
fi
for probe in $probes; do
	here "$probe" || {
		echo "still missing after the installation: $probe" >&2
		give_up
	}
done
