# SPDX-License-Identifier: MIT
# Shared libraries: --no-undefined holds, nothing of the stub stays, and the
# executable's hooks are what the library calls.
echo 'int inside; int next(void) { return ++inside; }' >lib.c
echo 'int next(void); int main(void) { return next() - 1; }' >main.c
for extra in "-Wl,--no-undefined" "-Wl,-z,defs" "-Wl,--as-needed -Wl,-z,defs" \
	"-Wl,-Bsymbolic -Wl,-z,defs"; do
	silent $scarp_cc -shared -fPIC $extra lib.c -o libnext.so
	wantnot 'scarp-stub' readelf -d libnext.so
	want 'NEEDED.*libc.so|Dynamic section' readelf -d libnext.so
	want 'U __tsan_write4' nm -D libnext.so
	want ' T next' nm -D libnext.so
	silent $scarp_cc main.c -L. -lnext '-Wl,-rpath,$ORIGIN' -o main
	code 0 ./main
	want '__tsan_write4.*main' sh -c 'LD_BIND_NOW=1 LD_DEBUG=bindings ./main 2>&1 |
		grep "libnext.so.*to.*main.*__tsan_write4" | sed "s/.*/__tsan_write4 main/"'
	wantnot 'unknown next|^module' $print main
done
# A version script stays with a shared library.
echo '{ global: next; local: *; };' >lib.map
silent $scarp_cc -shared -fPIC -Wl,--version-script=lib.map lib.c -o libnext.so
wantnot ' inside' nm -D libnext.so
# What is really undefined is still found.
echo 'int nowhere(void); int f(void) { return nowhere(); }' >bad.c
code 1 $scarp_cc -shared -fPIC -Wl,--no-undefined bad.c -o libbad.so
# Calls made by an instrumented library are listed with its name.
echo '#include <regex.h>
int next(void) { regex_t r; return regcomp(&r, "a", 0) + 1; }' >lib.c
$scarp_cc -shared -fPIC -Wl,-soname,libnext.so.1 lib.c -o libnext.so.1
ln -sf libnext.so.1 libnext.so
$scarp_cc main.c -L. -lnext '-Wl,-rpath,$ORIGIN' -o main
want 'unknown regcomp \[libnext.so.1\]' $print main
# One that was not built by scarp is foreign, and its calls are unknown.
gcc -shared -fPIC -Wl,-soname,libnext.so.1 lib.c -o libnext.so.1
$scarp_cc main.c ./libnext.so -o main
want 'module libnext.so.1 0' $print main
want 'unknown next' $print main
# What its constructor does is part of every execution, as the executable's own.
echo 'static int inside; int next(void) { return ++inside; }
__attribute__((constructor)) static void early(void) { inside = 2; }' >early.c
echo 'int next(void); int main(void) { return next() - 3; }' >with.c
$scarp_cc -shared -fPIC early.c -o libearly.so
$scarp_cc with.c ./libearly.so -o with
want '^verified' $bin/scarp check --exhaustive ./with
wantnot 'constructors of shared' $bin/scarp check --exhaustive ./with
$scarp_cc with.c early.c -o with
want '^verified' $bin/scarp check --exhaustive ./with
# Of a library that others built it happens once.
# caveat: constructors_before
gcc -shared -fPIC early.c -o libearly.so
$scarp_cc with.c ./libearly.so -o with
want 'constructors of shared libraries ran once, .* \(libearly.so\)' \
	$bin/scarp check --exhaustive ./with
# A table of virtual functions that one unit has a copy of and the other looks
# for: slots are turned behind it, too.
echo '#include <memory_resource>
#include <sstream>
int one()
{
	std::stringstream s;
	std::pmr::monotonic_buffer_resource m;
	return s.rdbuf() && m.upstream_resource();
}' >one.cc
sed 's/int one/static int two/' one.cc >two.cc
echo 'int one(); int main() { return !(one() && two()); }' >>two.cc
$scarp_cxx -std=c++17 -fPIC -c one.cc -o one.o
$scarp_cxx -std=c++17 -fPIE -c two.cc -o two.o
$scarp_cxx one.o two.o -o both
want '^verified' $bin/scarp check --exhaustive ./both
