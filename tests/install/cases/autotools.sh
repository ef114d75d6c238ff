# SPDX-License-Identifier: MIT
# A project with autoconf, automake and libtool: a shared and a static library,
# -Werror, LTO, and what configure scripts try on a compiler.
for tool in autoreconf automake libtoolize; do
	command -v $tool >/dev/null || exit 77
done
mkdir project && cd project
cat >configure.ac <<'END'
AC_INIT([queue], [1.0])
AC_CONFIG_AUX_DIR([build-aux])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AM_PROG_AR
LT_INIT
AC_CHECK_HEADERS([stdatomic.h no-such.h])
AC_CHECK_FUNCS([pthread_mutex_clocklock no_such_function])
AC_SEARCH_LIBS([pthread_create], [pthread])
AC_CHECK_SIZEOF([long])
AC_RUN_IFELSE([AC_LANG_PROGRAM([], [[return 0;]])], [], [AC_MSG_ERROR([cannot run])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
cat >Makefile.am <<'END'
AM_CFLAGS = -Wall -Wextra
lib_LTLIBRARIES = libshared.la
libshared_la_SOURCES = shared.c
libshared_la_LDFLAGS = -no-undefined -version-info 1:0:0 -Wl,--no-undefined
noinst_LTLIBRARIES = libstatic.la
libstatic_la_SOURCES = static.c
check_PROGRAMS = main
TESTS = main
main_SOURCES = main.c
main_LDADD = libshared.la libstatic.la
END
cat >shared.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
int shared_next(void);
int shared_next(void)
{
	pthread_mutex_lock(&m);
	int r = ++n;
	pthread_mutex_unlock(&m);
	return r;
}
END
cat >static.c <<'END'
static int n;
int static_next(void);
int static_next(void) { return ++n; } /* BUG: two threads */
END
cat >main.c <<'END'
#include <assert.h>
#include <pthread.h>
int shared_next(void);
int static_next(void);
static void *work(void *unused)
{
	(void)unused;
	shared_next();
	static_next();
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	assert(shared_next() == 3);
	assert(static_next() == 3);
	return 0;
}
END
quiet()
{
	"$@" >log.txt 2>&1 || { cat log.txt >&2; fail "$*"; }
}
quiet autoreconf -i
quiet ./configure CC=$scarp_cc CFLAGS='-O2 -flto' --prefix="$PWD/root"
# What it found out must be what gcc would have told it.
for line in HAVE_STDATOMIC_H=1 HAVE_PTHREAD_MUTEX_CLOCKLOCK=1 SIZEOF_LONG=8; do
	grep -q -- "-D$line" Makefile || fail "no $line"
done
if grep -q 'HAVE_NO_SUCH' Makefile; then fail "found what is not there"; fi
quiet make CFLAGS='-O2 -flto -Werror'
quiet make check CFLAGS='-O2 -flto -Werror'
# The suite under scarp: libtool's script in the place of the program is refused.
rc=0
make check LOG_COMPILER="$bin/scarp check -q" >log.txt 2>&1 || rc=$?
[ "$rc" != 0 ] || { cat log.txt >&2; fail "make check passes a script"; }
quiet make install
want 'U __tsan_' nm -D root/lib/libshared.so
want '__tsan_' nm root/lib/libshared.a
quiet ./libtool --mode=install install main "$PWD/root/main"
want '^bug: assertion.*static_next' ./libtool --mode=execute $bin/scarp check ./main
export LD_LIBRARY_PATH="$PWD/root/lib"
want '^bug: assertion.*static_next' $bin/scarp check root/main
want 'static.c:3' $bin/scarp check root/main
# The static library instead of the shared one.
quiet $scarp_cc -O2 -flto -Werror main.c static.c root/lib/libshared.a -o plain
want '^bug: assertion.*static_next' $bin/scarp check ./plain
# Where the program is no script, automake starts it by scarp: exit code 1 fails.
sed -i 's/^main_LDADD.*/main_LDADD = static.o shared.o/' Makefile
make main.o static.o shared.o >log.txt 2>&1 || { cat log.txt >&2; fail "make static.o"; }
rm -f main
make check LOG_COMPILER="$bin/scarp check -q" >log.txt 2>&1 && fail "make check finds no bug"
grep -q 'FAIL: main' log.txt || { cat log.txt >&2; fail "make check does not say FAIL"; }
grep -q '^bug: assertion.*static_next' main.log || { cat main.log >&2; fail "main.log"; }
