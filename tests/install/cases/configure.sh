# SPDX-License-Identifier: MIT
# The probes of autoconf, libtool and Meson: anything on stderr is a failure.
cat >conftest.c <<'EOF'
#include <stdio.h>
int main(void) { FILE *f = fopen("conftest.out", "w"); return !f || fclose(f); }
EOF
probe()
{
	"$@" 2>conftest.err || fail "$*"
	[ ! -s conftest.err ] || fail "$(cat conftest.err): $*"
}
probe $scarp_cc -o conftest conftest.c
probe ./conftest
[ -f conftest.out ] || fail "conftest did not run"
probe $scarp_cc -c -g -O2 conftest.c
probe $scarp_cc -E conftest.c >/dev/null
probe $scarp_cc -flto -o conftest conftest.c
probe $scarp_cc -fsanitize=address -o conftest conftest.c
echo '{ global: main; local: *; };' >conftest.ver
probe $scarp_cc -shared -fPIC -Wl,--version-script=conftest.ver -o conftest.so \
	conftest.c
mkdir -p CMakeFiles/CMakeTmp && cp conftest.c CMakeFiles/CMakeTmp
(cd CMakeFiles/CMakeTmp && probe $scarp_cc -flto -o try conftest.c)
# An unknown option, header or library must be refused as by the compiler.
code 1 $scarp_cc -fno-such-option -c conftest.c
echo '#include <no/such/header.h>' >conftest.h
code 1 $scarp_cc -E -x c conftest.h
# What kind of linker it is.
want 'GNU ld|LLD|GNU gold' $scarp_cc -Wl,--version
# libtool's -static, and GNU make's $(CC) -print-prog-name.
code 2 $scarp_cc -static conftest.c -o conftest
want 'ld' $scarp_cc -print-prog-name=ld
want 'conftest.o: conftest.c' $scarp_cc -MM conftest.c
