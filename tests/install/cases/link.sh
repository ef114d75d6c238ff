# SPDX-License-Identifier: MIT
# Linking an executable: our runtime instead of the compiler's, exported to
# every library whatever the project does to its symbols.
wantnot 'libtsan' sh -c "$scarp_cc plain.c -o plain && ldd plain"
code 0 ./plain

echo '{ global: main; local: *; };' >local.map
for extra in "" "-Wl,--version-script=local.map" \
	"-Wl,--version-script,local.map" \
	"-Wl,--version-script -Wl,local.map" \
	"-Xlinker --version-script -Xlinker local.map" \
	"-Wl,--exclude-libs,ALL" "-Wl,-Bsymbolic" "-fvisibility=hidden" \
	"-Wl,--gc-sections -ffunction-sections" "-no-pie" "-Wl,--as-needed" \
	"-s" "-Wl,-s" "-Wl,-z,now"; do
	$scarp_cxx $extra thread.cc -o thread 2>err.txt
	want '^ours$' ./thread
	want 'state complete' $print thread
	want 'units 1' $print thread
done
for linker in gold lld; do
	command -v ld.$linker >/dev/null || continue
	$scarp_cxx -fuse-ld=$linker -Wl,--version-script=local.map thread.cc \
		-o thread 2>err.txt
	want '^ours$' ./thread
	want 'state complete' $print thread
done
# Every name is exported, not only those that a library linked now asks for.
echo '#include <dlfcn.h>
int main(void) { return !dlsym(RTLD_DEFAULT, "__tsan_volatile_write2"); }' >exported.c
$scarp_cc exported.c -o exported
code 0 ./exported
want "left out of 'thread': -Wl,--version-script=local.map" \
	$scarp_cxx -Wl,--version-script=local.map thread.cc -o thread

# Several steps, -r and archives.
echo 'int other; int get(void) { return ++other; }' >other.c
echo 'int get(void); int main(void) { return get() - 1; }' >main.c
$scarp_cc -c main.c
$scarp_cc -c other.c
$scarp_cc -r main.o other.o -o both.o
wantnot 'T __tsan_write4' nm both.o
$scarp_cc both.o -o both
code 0 ./both
want 'units 2' $print both
ar rcs libother.a other.o
$scarp_cc main.o -L. -lother -o archived
code 0 ./archived
want 'units 2' $print archived
wantnot '^module' $print archived

code 2 $scarp_cc -static plain.c -o never
want 'scarp cc: -static cannot be checked' $scarp_cc -static plain.c -o never
code 2 $scarp_cc -static-pie plain.c -o never
code 0 $scarp_cc -static -c plain.c
[ ! -e never ] || fail "-static linked"
code 1 $scarp_cc plain.c -lnonesuch -o never
code 0 $scarp_cc plain.c -o /dev/null
