# SPDX-License-Identifier: MIT
# Compiling: hooks, -O1 instead of -O2, no macro gives the sanitizer away, and
# every way to stop before the link.
cat >macros.c <<'EOF'
#ifdef __SANITIZE_THREAD__
#error looks like ThreadSanitizer
#endif
#ifdef _FORTIFY_SOURCE
#error fortified
#endif
#ifdef __has_feature
#if __has_feature(thread_sanitizer) || __has_feature(__thread_sanitizer__)
#error has the feature of ThreadSanitizer
#endif
#endif
#include <scarp/scarp.h>
#include <string.h>
volatile int v;
char a[9], b[9];
void f(void) { v = 1; memcpy(a, b, 9); }
EOF
# Of all other features clang says what it says without us; standard 5 makes
# the most differ.
cat >features.c <<'EOF'
#ifdef __has_feature
#ifndef EXPECT
#error EXPECT
#endif
#define MINE(f) __has_feature(f)
int says[] = {__has_feature(c_static_assert), MINE(c_atomic),
#if defined(__has_feature) && __has_feature(address_sanitizer)
	5,
#endif
	__has_feature(cxx_rvalue_references), __has_feature(cxx_fixed_enum),
	__has_feature(__c_atomic__), __has_feature(cxx_init_captures),
	MINE(nonsense), __has_feature(attribute_deprecated_with_message),
	__has_feature(gnu_asm), __has_feature(cxx_exceptions)};
#endif
EOF
cat >asm.S <<'EOF'
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#error has the feature of ThreadSanitizer
#endif
#endif
	.globl f
f:	ret
	.section .note.GNU-stack,"",@progbits
EOF
cat >null.c <<'EOF'
int main(void) { int *p = 0, x = *p; return 0; }
EOF
compilers=gcc
have_clang && compilers="gcc clang"
for compiler in $compilers; do
	cc="$scarp_cc --compiler $compiler"
	$cc -O2 -D_FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=2 -Wall -Werror \
		-c macros.c -o m.o
	want '__tsan_volatile_write4' nm m.o
	want ' memcpy$' nm m.o
	want '__tsan_func_exit' nm m.o
	want '-fsanitize=thread.*-O1|-O1.*-fsanitize=thread' \
		readelf --debug-dump=info m.o
	$cc -O3 -c macros.c -o m.o
	want 'DW_AT_producer.* -O1' readelf --debug-dump=info m.o
	wantnot 'DW_AT_producer.* -O3' readelf --debug-dump=info m.o
	$cc --keep-O -O3 -c macros.c -o m.o
	want 'DW_AT_producer.* -O3' readelf --debug-dump=info m.o
	$cc -O0 -c macros.c -o m.o
	wantnot 'DW_AT_producer.* -O1' readelf --debug-dump=info m.o
	# What nobody uses is there where no level is given.
	$cc -w null.c -o null
	want '^bug.*crash|signal 11|SIGSEGV' "$bin/scarp" check ./null
	$cc -c asm.S -o asm.o
	want ' T f$' nm asm.o

	$cc -S plain.c -o plain.s
	want 'call.*__tsan_write4' cat plain.s
	$cc -E plain.c -o plain.i
	want 'int shared' cat plain.i
	want 'plain.o: plain.c' $cc -M plain.c
	$cc -MD -MF deps -c plain.c -o plain.o
	want 'plain.o: plain.c' cat deps
	want '__tsan_write4' nm plain.o
	silent $cc -fsyntax-only plain.c
	echo 'int x; int f(void) { return x; }' | $cc -x c -c - -o in.o
	want '__tsan_read4' nm in.o
	echo 'int main(void) { return 7; }' | $cc -x c - -o in
	code 7 ./in
	code 0 $cc --version
	code 0 $cc -v
	want '^[0-9]+' $cc -dumpversion
	want 'libgcc|libclang|clang_rt' $cc -print-libgcc-file-name
	code 1 $cc -c missing.c
done
if have_clang; then
	for words in "-x c -std=c90" "-x c -std=gnu11" "-x c++ -std=c++98" \
		"-x c++ -std=c++11" "-x c++ -std=c++20 -fno-exceptions"; do
		# shellcheck disable=SC2086
		clang -DEXPECT $words -E -P features.c >theirs.i
		# shellcheck disable=SC2086
		$scarp_cc --compiler clang -Wall -Wextra -Wundef -Werror \
			-pedantic -DEXPECT $words -E -P features.c >ours.i
		# What a macro of ours expands to has blanks of its own.
		sed -i 's/ *//g' theirs.i ours.i
		cmp theirs.i ours.i || fail "other features: $words"
	done
	for own in -U__has_feature -D__has_feature=1 "-D __has_feature(x)=0"; do
		# shellcheck disable=SC2086
		silent $scarp_cc --compiler clang -w $own -c plain.c
	done
fi
[ ! -e a.out ] || fail "something was linked"
want 'clang|gcc' env SCARP_COMPILER=gcc $scarp_cc --compiler nonesuch --version
code 127 $scarp_cc --compiler nonesuch -c plain.c
want "install it, or name another with --compiler" \
	$scarp_cc --compiler nonesuch -c plain.c

# C++ below C++20 keeps std::string's members in the program.
echo '#include <string>
void f(std::string &s) { s += "x"; }' >s.cc
wantnot 'U _ZNSt7__cxx1112basic_string.*append' $scarp_cxx -c s.cc -o s.o
wantnot 'U _ZNSt7__cxx1112basic_string.*append' nm s.o
$scarp_cxx -std=c++20 -c s.cc -o s.o
wantnot 'U _ZNSt7__cxx1112basic_string.*append' nm s.o
