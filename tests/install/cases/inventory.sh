# SPDX-License-Identifier: MIT
# The inventory: unknown calls with their place, foreign code, fenv, aggregate
# results, and what is said of files that have none.
cat >calls.c <<'EOF'
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
double volatile d;
int (*indirect)(const char *) = atoi;
int main(int argc, char **argv)
{
	regex_t r;
	d = sinf(argc) + fabs(d) + pow(2, argc) + abs(argc) + atoi(argv[0]);
	return regcomp(&r, argv[0],
		0);
}
EOF
$scarp_cc -O2 calls.c -lm -o calls
want '^state complete' $print calls
want '^compiler gcc [0-9]+\.' $print calls
want '^unknown regcomp \[\] .*calls.c:1[12]: it keeps state' $print calls
wantnot 'unknown (sinf|fabs|pow|abs|atoi|__libc_start_main|exit|dlsym|mmap)' \
	$print calls
wantnot 'keep_o|fenv|aggregate|^module' $print calls
wantnot '^flags.*c\+\+' $print calls
$scarp_cc --keep-O -O2 calls.c -lm -o calls
# caveat: keep_o
echo 'int main(void) { return 0; }' >nothing.c
$scarp_cc --keep-O -O2 nothing.c -o nothing
want 'the check is of this build, others .* \(-O2\)' \
	$bin/scarp check --exhaustive ./nothing
$scarp_cc -O2 nothing.c -o nothing
wantnot 'the check is of this' $bin/scarp check --exhaustive ./nothing
want '^flags.* keep_o' $print calls
want '^level -O2' $print calls
strip calls
want 'unknown regcomp' $print calls
if have_clang; then
	$scarp_cc --compiler clang calls.c -lm -o calls
	want '^compiler clang [0-9]+\.' $print calls
	want '^unknown regcomp \[\] .*calls.c:1[12]:' $print calls
	want 'units 1' $print calls
	wantnot '^module' $print calls
fi

# An import that the runtime shares is unknown only when the test uses it.
echo '#include <dlfcn.h>
int main(void) { return !dlsym(RTLD_DEFAULT, "main"); }' >sym.c
$scarp_cc sym.c -o sym
want 'unknown dlsym .*sym.c:2' $print sym

# Foreign code: a file that another compiler made, and assembly.
echo 'int foreign(void) { return 1; }' >foreign.c
echo 'int foreign(void), asmed(void); int main(void) { return foreign() + asmed(); }' >main.c
printf '.globl asmed\n.type asmed,@function\n.text\nasmed: xor %%eax,%%eax\nret\n.size asmed,.-asmed\n.section .note.GNU-stack\n' >asmed.s
gcc -g -c foreign.c
$scarp_cc main.c foreign.o asmed.s -o mixed
want '^module foreign.c 1' $print mixed
want '^module asmed' $print mixed
gcc -c foreign.c
$scarp_cc main.c foreign.o asmed.s -o mixed
want '^module foreign.o 1' $print mixed
ar rc libparts.a foreign.o
$scarp_cc main.c libparts.a asmed.s -o mixed
want '^module libparts.a\(foreign.o\) 1' $print mixed

# The floating-point environment.
echo '#include <fenv.h>
int main(void) { return fesetround(FE_UPWARD); }' >round.c
$scarp_cc round.c -lm -o round
want '^flags.* fenv' $print round
echo '#include <xmmintrin.h>
int main(int n, char **v) { _mm_setcsr(_mm_getcsr() | n << 13); return 0; }' >csr.c
$scarp_cc csr.c -o csr
want '^flags.* fenv' $print csr

# Aggregate results, only where a function that returns one is called by code
# that was compiled without the plugin.
cat >aggregate.c <<'EOF'
struct pair { long a, b; };
struct pair next(struct pair);
struct pair head;
#ifdef CALLED
int main(void)
{
	head = next(head);
	return 0;
}
__attribute__((noinline)) struct pair next(struct pair p) { p.a++; return p; }
#else
int main(void) { head.a = 1; return 0; }
#endif
EOF
$scarp_cc --no-plugin -O1 -DCALLED aggregate.c -o aggregate
want '^aggregate next .*aggregate.c:7' $print aggregate
$scarp_cc --no-plugin -O0 -DCALLED aggregate.c -o aggregate
want '^aggregate next' $print aggregate
$scarp_cc -DCALLED aggregate.c -o aggregate
wantnot '^aggregate' $print aggregate
wantnot '^hole' $print aggregate
$scarp_cc --no-plugin -O1 aggregate.c -o aggregate
wantnot '^aggregate' $print aggregate
want '^hole 1 compiled with --no-plugin \(.*aggregate.c\)' $print aggregate
cat >object.cc <<'EOF'
struct owner { int *p; owner(); ~owner(); };
__attribute__((noinline)) owner make() { return owner(); }
owner::owner() : p(0) {}
owner::~owner() {}
int main() { owner o = make(); return o.p != 0; }
EOF
$scarp_cxx --no-plugin -O1 object.cc -o object
wantnot '^aggregate' $print object
want '^flags.* c\+\+' $print object

# One object without the plugin among others.
echo 'struct pair { long a, b; }; struct pair next(struct pair); struct pair head;
int main(void) { head = next(head); return 0; }' >one.c
echo 'struct pair { long a, b; };
struct pair next(struct pair p) { return p; }' >two.c
$scarp_cc -c one.c
$scarp_cc -c two.c
$scarp_cc one.o two.o -o pair
wantnot '^aggregate' $print pair
$scarp_cc --no-plugin -O1 -c two.c
$scarp_cc one.o two.o -o pair
wantnot '^aggregate' $print pair
$scarp_cc --no-plugin -O1 -c one.c
$scarp_cc one.o two.o -o pair
want '^aggregate next .*one.c:2' $print pair
ld -r one.o two.o -o both.o
$scarp_cc both.o -o pair
want '^aggregate next .*one.c:2' $print pair

# What the plugin cannot announce: the first line, and how many there are.  A
# function in a header counts once; a shared library of scarp's own counts.
cat >holes.h <<'EOF'
static inline void inc(long *p)
{
	__asm__ volatile("incq (%0)" : : "r"(p) : "memory");
}
EOF
echo '#include "holes.h"
void other(long *p) { inc(p); }' >other.c
cat >holes.c <<'EOF'
#include "holes.h"
#include <immintrin.h>
void other(long *);
void *buffer[5];
long x;
__attribute__((no_sanitize("thread"), noinline)) static void hidden(void)
{
	x++;
}
__attribute__((target("avx2"))) __m256 gather(float *p, __m256i at)
{
	return _mm256_i32gather_ps(p, at, 4);
}
int main(void)
{
	inc(&x);
	other(&x);
	hidden();
	__asm__ volatile("mfence; pause" : : : "memory");
	return __builtin_setjmp(buffer);
}
EOF
$scarp_cc -c other.c
$scarp_cc holes.c other.o -o holes
want '^hole 3 .*\(holes.[ch]:[0-9]+\)' $print holes
want 'when made: inline assembly \(.*holes.h:3\)' readelf -p .scarp.holes holes
want 'no_sanitize function hidden \(holes.c:6\)' readelf -p .scarp.holes holes
want 'machine intrinsic __builtin_ia32_gather' readelf -p .scarp.holes holes
want '__builtin_setjmp \(holes.c:20\)' readelf -p .scarp.holes holes
$scarp_cc --no-plugin -O1 -c other.c
$scarp_cc -shared -fPIC other.c -o libother.so
echo 'void other(long *); long x; int main(void) { other(&x); return 0; }' >uses.c
$scarp_cc uses.c ./libother.so -o uses
wantnot '^hole' $print uses
code 4 $bin/scarp check --exhaustive ./uses
want 'announced \(inline assembly \(.*holes.h:3\)\)' $bin/scarp check --exhaustive ./uses
strip holes
want '^hole 3' $print holes

# Not patched, and the four ways to have none.
gcc $($bin/scarp flags --cflags) -c plain.c
gcc plain.o $($bin/scarp flags --libs) -o byhand
code 0 ./byhand
want '^state not patched' $print byhand
gcc plain.c -o bygcc
code 5 $print bygcc
want 'was not built with scarp' $print bygcc
code 1 $print nowhere
code 2 $print plain.c
want 'is not an ELF executable' $print plain.c
code 2 $print plain.o
sed "s/scarp \([0-9]*\.[0-9]*\.\)[0-9]/scarp \1x/g" <calls >other
chmod +x other
code 3 $print other

# Four bytes inside an instruction that happen to lead to a stub (of a function
# that the runtime calls) are no call.
cat >middle.c <<'END'
int main(void)
{
	__asm__ volatile(".byte 0x48, 0xb8\n\t" /* movabs */
			 ".reloc ., R_X86_64_PLT32, mprotect - 4\n\t"
			 ".long 0, 0" : : : "rax");
	return 0;
}
END
silent $scarp_cc -g middle.c -o middle
wantnot 'mprotect' $print middle
