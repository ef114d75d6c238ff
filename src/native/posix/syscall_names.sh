#!/bin/sh
# SPDX-License-Identifier: MIT
# syscall_names.sh CC OUT - one line NAME(number, "name") for each system call that
# the headers here have
set -eu
echo '#include <sys/syscall.h>' | "$1" -E -dM - |
	sed -n 's/^#define __NR_\([a-z][a-z0-9_]*\) \([0-9][0-9]*\)$/\2 \1/p' |
	sort -n | sed 's/^\([0-9]*\) \(.*\)$/NAME(\1, "\2")/' >"$2.new"
mv "$2.new" "$2"
