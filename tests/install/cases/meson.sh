# SPDX-License-Identifier: MIT
# A Meson project: a shared and a static library, C and C++, -Werror, LTO,
# Meson's own -Wl,--no-undefined and -Wl,--as-needed, and its compiler checks.
command -v meson >/dev/null && command -v ninja >/dev/null || exit 77
mkdir project && cd project
cat >meson.build <<'END'
project('queue', 'c', 'cpp', version: '1.0', default_options: [
  'werror=true', 'warning_level=2', 'b_lto=true', 'b_ndebug=false',
  'buildtype=debugoptimized'])
cc = meson.get_compiler('c')
threads = dependency('threads')
assert(cc.has_function('pthread_mutex_clocklock', dependencies: threads))
assert(cc.has_header('stdatomic.h') and not cc.has_header('no-such.h'))
assert(cc.sizeof('long') == 8)
assert(cc.links('int main(void) { return 0; }'))
assert(not cc.links('int no(void); int main(void) { return no(); }'))
assert(cc.run('int main(void) { return 7; }').returncode() == 7)
shared = shared_library('shared', 'shared.c', dependencies: threads, version: '1.0.0')
static = static_library('static', 'static.c', dependencies: threads)
foreach name : ['c', 'cc']
  test(name, executable('main_' + name, 'main.' + name,
    link_with: [shared, static], dependencies: threads))
endforeach
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
cat >main.cc <<'END'
#include <cassert>
#include <thread>
extern "C" int shared_next(void);
int main()
{
	std::thread t(shared_next), u(shared_next);
	t.join();
	u.join();
	assert(shared_next() == 3);
}
END
# It asks compiler and linker who they are.
CC=$scarp_cc CXX=$scarp_cxx meson setup build >log.txt 2>&1 ||
	{ cat log.txt >&2; fail "meson setup"; }
grep -q 'C compiler for the host machine: .*scarp-cc (gcc' log.txt ||
	{ cat log.txt >&2; fail "Meson does not take it for gcc"; }
ninja -C build >log.txt 2>&1 || { cat log.txt >&2; fail ninja; }
meson test -C build >log.txt 2>&1 || { cat log.txt >&2; fail "meson test"; }
want 'U __tsan_' nm -D build/libshared.so
# Both libraries are under control: the bug of the one is found, and the other has
# none.
want '^bug: assertion.*static_next' $bin/scarp check build/main_c
want 'static.c:3' $bin/scarp check build/main_c
$bin/scarp check --exhaustive build/main_cc >kept.txt 2>&1 || :
want '^(verified|partial): no bug in all' cat kept.txt
wantnot 'not compiled by scarp' cat kept.txt

# By a native file, as docs/build-systems.md has it, and the suite under scarp.
cat >scarp.ini <<END
[binaries]
c = '$scarp_cc'
cpp = '$scarp_cxx'
END
meson setup --native-file scarp.ini native >log.txt 2>&1 ||
	{ cat log.txt >&2; fail "meson setup --native-file"; }
meson compile -C native >log.txt 2>&1 || { cat log.txt >&2; fail "meson compile"; }
want '^bug: assertion.*static_next' $bin/scarp check native/main_c
meson test -C native --wrap "$bin/scarp check -q --budget 20s" >log.txt 2>&1 || :
grep -q '^1/2 c .*FAIL.*exit status 1\|^2/2 c .*FAIL.*exit status 1' log.txt ||
	{ cat log.txt >&2; fail "the bug fails no test of Meson"; }
