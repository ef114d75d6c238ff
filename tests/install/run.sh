#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh CASE BUILD PRINT - runs one case in a directory of its own.  A case is
# a list of commands, each of which must succeed; `want` and `wantnot` say what
# a command's output has to contain, or not.
set -eu
case=$1 build=$2 print=$3
bin=$build/bin
scarp_cc=$bin/scarp-cc scarp_cxx=$bin/scarp-c++
source=$(cd "$(dirname "$0")/../.." && pwd)
unset SCARP_COMPILER CFLAGS CXXFLAGS LDFLAGS CC CXX 2>/dev/null || :

dir=$(mktemp -d "${TMPDIR:-/tmp}/scarp-install.XXXXXX")
trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir"

fail()
{
	echo "FAILED: $*" >&2
	exit 1
}

# want PATTERN COMMAND...: its output and errors have a line that matches.
want()
{
	pattern=$1
	shift
	"$@" >out.txt 2>&1 || :
	grep -Eq -e "$pattern" out.txt || {
		cat out.txt >&2
		fail "no '$pattern' in: $*"
	}
}

wantnot()
{
	pattern=$1
	shift
	"$@" >out.txt 2>&1 || :
	if grep -Eq -e "$pattern" out.txt; then
		cat out.txt >&2
		fail "'$pattern' in: $*"
	fi
}

# code N COMMAND...: its exit code.
code()
{
	expected=$1
	shift
	rc=0
	"$@" >out.txt 2>&1 || rc=$?
	[ "$rc" = "$expected" ] || {
		cat out.txt >&2
		fail "exit code $rc instead of $expected: $*"
	}
}

# silent COMMAND...: it succeeds and says nothing.
silent()
{
	"$@" >out.txt 2>&1 || {
		cat out.txt >&2
		fail "$*"
	}
	[ ! -s out.txt ] || {
		cat out.txt >&2
		fail "said something: $*"
	}
}

have_clang()
{
	command -v clang >/dev/null && command -v clang++ >/dev/null
}

cat >plain.c <<'EOF'
int shared;
int main(void) { return shared++; }
EOF
cat >thread.cc <<'EOF'
#include <thread>
#include <dlfcn.h>
#include <cstdio>
#include <cstring>
/* Who gets the call when libstdc++.so calls pthread_create? */
int shared;
int main()
{
	std::thread t([] { shared++; });
	t.join();
	Dl_info who, self;
	dladdr(dlsym(RTLD_DEFAULT, "pthread_create"), &who);
	dladdr((void *)&main, &self);
	puts(std::strcmp(who.dli_fname, self.dli_fname) ? "libc's" : "ours");
	return shared - 1;
}
EOF
. "$case"
