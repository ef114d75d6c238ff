#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What clang's plugin calls a hole, and announces exactly.

  llvm_test.py --scarp build/bin/scarp [--compiler clang-14]

The table of forms (run.py) asks whether everything is announced; this one asks
the rest: that holes are named, what is not understood among them, and that
nothing is announced twice or too wide.  Lines are counted from the source below.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# A line is a hole exactly when its comment says so.
HOLES = '''\
static long g, h;
void none(void) {
	__asm__ volatile("" ::: "memory");
	__asm__ volatile("pause" ::: "memory");
	__asm__ volatile("rep; nop" ::: "memory");
	__asm__ volatile("mfence" ::: "memory");
	__asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
	__asm__ volatile("lock; xaddq %0, %1" : "+r"(h), "+m"(g) : : "memory");
	__asm__ volatile("xchgq %0, %1" : "+r"(h), "+m"(g) : : "memory");
	__asm__ volatile("lock\\n\\tcmpxchgq %1, %2" : "+a"(h) : "r"(3l), "m"(g) : "memory");
	__asm__ volatile("movq $5, %0" : "=m"(g));
	__asm__ volatile("movq $5, %0; movq $6, %1" : "=m"(g), "=m"(h));
	__asm__ volatile("leaq 1(%1), %0" : "=r"(g) : "r"(h) : "memory");
}
void through(long *p) {
	__asm__ volatile("incq (%0)" : : "r"(p) : "memory"); /* inline assembly */
}
void string(void *p) {
	__asm__ volatile("rep stosb" : : "D"(p), "c"(3l), "a"(0) : "memory"); /* inline assembly */
}
void symbol(void) {
	__asm__ volatile("incq counter" : : : "memory"); /* inline assembly */
}
long reads(long *p) {
	long x;
	__asm__ volatile("movq (%1), %0" : "=r"(x) : "r"(p)); /* inline assembly */
	return x;
}
void *place[5];
int saves(void) {
	return __builtin_setjmp(place); /* __builtin_setjmp */
}
void jumps(void) {
	__builtin_longjmp(place, 1); /* __builtin_setjmp */
}
__attribute__((aligned(64))) char area[4096];
__attribute__((target("xsave"))) void extended(void) {
	__builtin_ia32_xsave(area, 7); /* machine intrinsic llvm.x86.xsave */
}
long load(long __seg_gs *p) {
	return *p; /* access through a segment register */
}
struct { long a[5]; } whole;
void store(__typeof__(whole) __seg_fs *p) {
	*p = whole; /* access through a segment register */
}
void atomic(int __seg_fs *p) {
	__atomic_fetch_add(p, 1, 5); /* access through a segment register */
}
void operand(int __seg_gs *p) {
	__asm__ volatile("movl $5, %0" : "=m"(*p)); /* access through a segment register */
}
long elsewhere(long __attribute__((address_space(1))) *p) {
	return ++*p + __atomic_add_fetch(p, 1, 5);
}
__attribute__((no_sanitize("thread"))) void silent(void) { /* no_sanitize function silent */
	g++;
}
__attribute__((no_sanitize("thread"))) long innocent(long x) {
	long a[3] = {x, x, x};
	return a[x];
}
'''

# How often each function calls which hooks, counted by hand.  Each struct is
# zeroed once, by the memset that clang makes of it.
ONCE = '''\
struct part { long a, b; char c[3]; };
void know(void *);
long stored(long x) { /* memset 1 __tsan_write8 1 __tsan_read8 1 */
	struct part s;
	know(&s);
	s.b = x;
	know(&s);
	return s.b;
}
long part_is_known(void) { /* memset 1 __tsan_read8 1 */
	struct part s;
	know(&s.b);
	return s.b;
}
long private(long x) { /* memset 1 */
	long a[3] = {x, x + 1, x + 2};
	return a[x];
}
struct part shared;
void global(void) { /* __tsan_read8 1 __tsan_write8 1 */
	shared.b = shared.a;
}
void both(void) { /* __tsan_unaligned_read8 1 __tsan_unaligned_write8 1 */
	__asm__ volatile("incq %0" : "+m"(shared.b));
}
struct big { long a[5]; } big;
void take(struct big);
void by_value(void) { /* __scarp_read_range 1 */
	take(big);
}
long double wide;
void elsewhere(long __attribute__((address_space(1))) *p) { /* __tsan_read8 1 __tsan_write8 1 */
	*p = -*p;
}
void segment(long __seg_fs *p) { /* */
	*p = -*p;
}
void odd(void) { /* __scarp_write_range 1 __scarp_read_range 1 */
	wide = -wide;
}
'''

# A store under a mask: announced from the first lane that is taken to the last.
LANES = '''\
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>
#include "shapes.h"
char to[16];
int main(int argc, char **argv) {
	char on[16] = {0};
	on[2] = on[3] = on[9] = -1;
	form_begin("lanes");
	_mm_maskmoveu_si128(_mm_set1_epi32((int)N), _mm_loadu_si128((void *)on), to);
	form_end();
	share(to, 16);
	log_save(argv[1]);
	return 0;
}
'''

# Atomics with and without a hook of their own; exits with 0 when right.
EXTREMES = '''\
static int i; static unsigned u; static long l; static _Atomic double d;
int main(void) {
	int a, b; unsigned c; long e;
	i = -3; a = __atomic_fetch_max(&i, 2, 5); b = __atomic_fetch_max(&i, -9, 5);
	if (a != -3 || b != 2 || i != 2) return 1;
	u = 5; c = __atomic_fetch_min(&u, 0xffffffffu, 5);
	if (c != 5 || u != 5) return 2;
	u = 0xfffffff0u; __atomic_fetch_max(&u, 7, 5);
	if (u != 0xfffffff0u) return 3;
	l = 7; e = __atomic_min_fetch(&l, -1, 5);
	if (e != -1 || l != -1) return 4;
	d = 1.5; d += 2; d -= 1;
	if (d != 2.5) return 5;
	u = 12; c = __atomic_fetch_or(&u, 3, 5); __atomic_fetch_xor(&u, 5, 5);
	if (c != 12 || u != 10) return 6;
	c = __atomic_fetch_nand(&u, 2, 5); __atomic_fetch_and(&u, 0xff, 5);
	return c == 10 && u == 0xfd ? 0 : 7;
}
'''


class Test:
    def __init__(self, args, work):
        self.args, self.work, self.failed = args, work, 0

    def path(self, name):
        return os.path.join(self.work, name)

    def compile(self, text, *flags):
        with open(self.path('t.c'), 'w', encoding='utf-8') as f:
            f.write(text)
        command = [self.args.scarp, 'cc', '--compiler', self.args.compiler,
                   '-w', '-fno-pie', '-I' + HERE, '--keep-O', *flags, '-c', 't.c', '-o', 't.o']
        return subprocess.run(command, cwd=self.work, capture_output=True,
                              text=True)

    def same(self, what, want, have):
        if want != have:
            self.failed = 1
            print(f'{what}:\n  expected {want}\n  found    {have}')

    def built(self, text, *flags):
        done = self.compile(text, *flags)
        if done.returncode:
            raise SystemExit(done.stderr)

    def linked(self):
        subprocess.run(['gcc', '-shared', '-fPIC', '-O1', '-w', '-fno-builtin',
                        '-o', self.path('announce.so'),
                        os.path.join(HERE, 'announce.c')], check=True)
        subprocess.run(['gcc', '-no-pie', 't.o', './announce.so', '-o', 't',
                        '-Wl,-rpath,' + self.work], cwd=self.work, check=True)


def commented(text):
    """{line: comment} of a source."""
    return {n: c.group(1).strip() for n, line in
            enumerate(text.split('\n'), 1)
            for c in [re.search(r'/\*(.*)\*/', line)] if c}


def made(what):
    """The line says so of what is a hole only where it is made."""
    return ('when made: ' if what == 'inline assembly' else '') + what


def holes(t, level):
    t.built(HOLES, level)
    dump = subprocess.run(['readelf', '-p', '.scarp.holes', 't.o'], cwd=t.work,
                          capture_output=True, text=True).stdout
    t.same('holes ' + level,
           sorted(made(what) + f' (t.c:{n})'
                  for n, what in commented(HOLES).items()),
           sorted(re.findall(r'\]\s+(\S.*)', dump)))


def once(t):
    t.built(ONCE, '-O1')
    dump = subprocess.run(['objdump', '-dr', '--no-show-raw-insn', 't.o'],
                          cwd=t.work, capture_output=True, text=True).stdout
    found, name = {}, None
    for line in dump.split('\n'):
        start = re.match(r'[0-9a-f]+ <([\w.]+)>:', line)
        called = re.search(r'R_X86_64_\w+\s+'
                           r'(?:__tsan_)?(memset|__(?:tsan|scarp)_(?!func_)\w+)', line)
        if start:
            name = start.group(1)
        elif called and not name.startswith('tsan.'):
            found.setdefault(name, {}).setdefault(called.group(1), 0)
            found[name][called.group(1)] += 1
    for line, words in commented(ONCE).items():
        function = re.search(r'(\w+)\(', ONCE.split('\n')[line - 1]).group(1)
        words = words.split()
        t.same('hooks of ' + function,
               {w: int(n) for w, n in zip(words[::2], words[1::2])},
               found.get(function, {}))


def lanes(t, level):
    t.built(LANES, level)
    t.linked()
    subprocess.run(['./t', 'log'], cwd=t.work, check=True)
    with open(t.path('log'), encoding='utf-8') as f:
        log = [line.split() for line in f]
    start = [int(at, 16) for kind, at, *_ in log if kind == 'X'][0]
    written = sorted(
        byte - start for kind, at, n in (e for e in log if len(e) == 3)
        if kind == 'W' for byte in range(int(at, 16), int(at, 16) + int(n))
        if 0 <= byte - start < 16)
    t.same('lanes ' + level, list(range(2, 10)), written)


def extremes(t, level):
    t.built(EXTREMES, level)
    symbols = subprocess.run(['nm', 't.o'], cwd=t.work, capture_output=True,
                             text=True).stdout
    for width in (32, 64):
        t.same(f'hook of {8 * width} bits {level}', True,
               f'__tsan_atomic{width}_compare_exchange' in symbols)
    t.linked()
    t.same('exit code of extremes ' + level, 0,
           subprocess.run(['./t'], cwd=t.work).returncode)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--scarp', required=True)
    p.add_argument('--compiler', default='clang')
    args = p.parse_args()
    args.scarp = os.path.abspath(args.scarp)
    if not shutil.which(args.compiler):
        print(f'skipped: {args.compiler} is not installed')
        return 77
    with tempfile.TemporaryDirectory(prefix='scarp-forms.') as work:
        t = Test(args, work)
        for level in ('-O0', '-O1', '-O2'):
            holes(t, level)
            lanes(t, level)
            extremes(t, level)
        once(t)
    return t.failed


if __name__ == '__main__':
    sys.exit(main())
