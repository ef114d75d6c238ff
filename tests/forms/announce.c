/* SPDX-License-Identifier: MIT */
/* announce.c - a runtime that only writes down what it is told
 *
 * A shared library in the place of scarp's runtime: every hook, and every
 * library function that scarp's runtime announces by itself, appends an entry
 * to a log in memory.  valgrind's trace of the same process shows the stores to
 * the log between the stores of the program, which puts both into one order;
 * judge.py reads the two.  Operations that are carried out here (atomics) need
 * no entry: what the program does not do itself is not in question.
 *
 * Nothing of this file may be instrumented.  The kind is stored last: it is
 * what judge.py waits for.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ENTRIES = 400000,
	ARENA = 4 << 20
};

struct entry {
	long kind; /* R W: announced, r w: as torn; B E: form; X: shared; S: may
		      switch */
	long address, size;
};

static volatile struct entry entries[ENTRIES];
static volatile long used, closed;
static char arena[ARENA] __attribute__((aligned(64)));
static size_t top;

static inline __attribute__((always_inline)) void note(
	int kind, const volatile void *p, long size)
{
	long i = used;

	if (closed)
		return;
	if (i >= ENTRIES)
		abort();
	used = i + 1;
	entries[i].address = (long)p;
	entries[i].size = size;
	entries[i].kind = kind;
}

#define HOOK(name, kind, size)                                                 \
	void name(void *p)                                                     \
	{                                                                      \
		note(kind, p, size);                                           \
	}
#define BOTH(name, size)                                                       \
	void name(void *p)                                                     \
	{                                                                      \
		note('R', p, size);                                            \
		note('W', p, size);                                            \
	}
#define HOOKS(size)                                                            \
	HOOK(__tsan_read##size, 'R', size)                                     \
	HOOK(__tsan_write##size, 'W', size)                                    \
	HOOK(__tsan_unaligned_read##size, 'R', size)                           \
	HOOK(__tsan_unaligned_write##size, 'W', size)                          \
	HOOK(__tsan_volatile_read##size, 'R', size)                            \
	HOOK(__tsan_volatile_write##size, 'W', size)                           \
	HOOK(__tsan_unaligned_volatile_read##size, 'R', size)                  \
	HOOK(__tsan_unaligned_volatile_write##size, 'W', size)                 \
	BOTH(__tsan_read_write##size, size)                                    \
	BOTH(__tsan_unaligned_read_write##size, size)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

#define RANGE(name, kind)                                                      \
	void name(void *p, long size)                                          \
	{                                                                      \
		note(kind, p, size);                                           \
	}
RANGE(__tsan_read_range, 'R')
RANGE(__tsan_write_range, 'W')
RANGE(__scarp_read_range, 'R')
RANGE(__scarp_write_range, 'W')
RANGE(__scarp_read_torn, 'r')
RANGE(__scarp_write_torn, 'w')
RANGE(__scarp_read_whole, 'R')
RANGE(__scarp_write_whole, 'W')
const unsigned char __scarp_turns = 1;

/* They touch nothing. */
void __scarp_fence(void)
{
}

void __scarp_store_fence(void)
{
}

void __scarp_non_temporal(void)
{
}

void __scarp_unannounced(const char *line)
{
	(void)line;
}

void __scarp_turn(unsigned when, unsigned shape, ...)
{
	(void)when, (void)shape; /* no access */
}

void __scarp_log_range(void *p, unsigned long n)
{
}

void __tsan_vptr_update(void **p, void *value)
{
	note('W', p, 8);
}

void __tsan_vptr_read(void **p)
{
	note('R', p, 8);
}

void __tsan_init(void)
{
}

void __tsan_func_entry(void *pc)
{
}

void __tsan_func_exit(void)
{
}

void __tsan_atomic_thread_fence(int order)
{
}

void __tsan_atomic_signal_fence(int order)
{
}

/* A load is noted: clang leaves a native copy of it whose value nobody uses. */
#define FETCH(bits, type, op)                                                  \
	type __tsan_atomic##bits##_fetch_##op(volatile type *p, type v, int m) \
	{                                                                      \
		return __atomic_fetch_##op(p, v, __ATOMIC_SEQ_CST);            \
	}
#define COMPARE(bits, type, how)                                               \
	int __tsan_atomic##bits##_compare_exchange_##how(                      \
		volatile type *p, type *e, type v, int m, int f)               \
	{                                                                      \
		return __atomic_compare_exchange_n(                            \
			p, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
	}
#define ATOMICS(bits, type)                                                    \
	type __tsan_atomic##bits##_load(const volatile type *p, int m)         \
	{                                                                      \
		note('R', p, sizeof(type));                                    \
		return __atomic_load_n(p, __ATOMIC_SEQ_CST);                   \
	}                                                                      \
	void __tsan_atomic##bits##_store(volatile type *p, type v, int m)      \
	{                                                                      \
		__atomic_store_n(p, v, __ATOMIC_SEQ_CST);                      \
	}                                                                      \
	type __tsan_atomic##bits##_exchange(volatile type *p, type v, int m)   \
	{                                                                      \
		return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);            \
	}                                                                      \
	FETCH(bits, type, add)                                                 \
	FETCH(bits, type, sub)                                                 \
	FETCH(bits, type, and)                                                 \
	FETCH(bits, type, or)                                                  \
	FETCH(bits, type, xor)                                                 \
	FETCH(bits, type, nand)                                                \
	COMPARE(bits, type, strong)                                            \
	COMPARE(bits, type, weak)                                              \
	type __tsan_atomic##bits##_compare_exchange_val(                       \
		volatile type *p, type e, type v, int m, int f)                \
	{                                                                      \
		__atomic_compare_exchange_n(                                   \
			p, &e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
		return e;                                                      \
	}
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

__int128 __tsan_atomic128_load(volatile __int128 *p, int m)
{
	note('R', p, 16);
	return *p;
}

void __tsan_atomic128_store(volatile __int128 *p, __int128 v, int m)
{
	*p = v;
}

/* Library functions, byte by byte: nothing here may call another. */
#define PLAIN __attribute__((optimize("no-tree-loop-distribute-patterns")))

static inline __attribute__((always_inline)) PLAIN void copy(
	char *d, const char *s, size_t n)
{
	if (d < s)
		while (n--)
			*d++ = *s++;
	else
		while (n--)
			d[n] = s[n];
}

#define COPIER(name)                                                           \
	PLAIN void *name(void *d, const void *s, size_t n)                     \
	{                                                                      \
		note('W', d, (long)n);                                         \
		note('R', s, (long)n);                                         \
		copy(d, s, n);                                                 \
		return d;                                                      \
	}
#define SETTER(name)                                                           \
	PLAIN void *name(void *d, int c, size_t n)                             \
	{                                                                      \
		char *to = d;                                                  \
                                                                               \
		note('W', d, (long)n);                                         \
		while (n--)                                                    \
			*to++ = (char)c;                                       \
		return d;                                                      \
	}
#define COMPARER(name)                                                         \
	PLAIN int name(const void *d, const void *s, size_t n)                 \
	{                                                                      \
		const unsigned char *a = d, *b = s;                            \
                                                                               \
		note('R', d, (long)n);                                         \
		note('R', s, (long)n);                                         \
		for (; n--; a++, b++)                                          \
			if (*a != *b)                                          \
				return *a - *b;                                \
		return 0;                                                      \
	}
COPIER(memcpy)
COPIER(memmove)
COPIER(__tsan_memcpy)
COPIER(__tsan_memmove)
SETTER(memset)
SETTER(__tsan_memset)
COMPARER(memcmp)
COMPARER(bcmp)

PLAIN size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	note('R', s, (long)n + 1);
	return n;
}

PLAIN char *strcpy(char *d, const char *s)
{
	size_t n = 0;

	while ((d[n] = s[n]))
		n++;
	note('R', s, (long)n + 1);
	note('W', d, (long)n + 1);
	return d;
}

PLAIN int strcmp(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	note('R', a, (long)n + 1);
	note('R', b, (long)n + 1);
	return (unsigned char)a[n] - (unsigned char)b[n];
}

PLAIN void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *a = s;

	note('R', s, (long)n);
	for (; n--; a++)
		if (*a == (unsigned char)c)
			return (void *)a;
	return NULL;
}

/* Wide atomics that the compilers leave to a library. */
void __atomic_load(size_t n, void *p, void *result, int m)
{
	copy(result, p, n);
}

void __atomic_store(size_t n, void *p, void *value, int m)
{
	copy(p, value, n);
}

void __atomic_exchange(size_t n, void *p, void *value, void *result, int m)
{
	copy(result, p, n);
	copy(p, value, n);
}

void __atomic_feraiseexcept(int what)
{
}

/* The heap. */
void *heap(size_t n)
{
	void *p = arena + top;

	top += (n + 63) & ~63ul;
	if (top > sizeof arena)
		abort();
	return p;
}

void *_Znwm(size_t n)
{
	return heap(n);
}

void *_Znam(size_t n)
{
	return heap(n);
}

void _ZdlPv(void *p)
{
}

void _ZdaPv(void *p)
{
}

void _ZdlPvm(void *p, size_t n)
{
}

void _ZdaPvm(void *p, size_t n)
{
}

/* shapes.h */
void share(void *p, size_t n)
{
	note('X', p, (long)n);
}

void use(long x)
{
	volatile long kept = x;

	(void)kept;
}

void may_switch(void)
{
	note('S', NULL, 0);
}

long three(void)
{
	note('S', NULL, 0);
	return 3;
}

void form_begin(const char *name)
{
	note('B', name, 0);
}

void form_end(void)
{
	note('E', NULL, 0);
}

void log_save(const char *path)
{
	FILE *f = fopen(path, "w");

	closed = 1;
	if (!f)
		abort();
	fprintf(f, "L %lx %zu\nA %lx %zx\n", (long)entries, sizeof *entries,
		(long)arena, sizeof arena);
	for (long i = 0; i < used; i++) {
		const volatile struct entry *e = &entries[i];

		if (e->kind == 'B')
			fprintf(f, "B %s 0\n", (const char *)e->address);
		else
			fprintf(f, "%c %lx %ld\n", (int)e->kind, e->address,
				e->size);
	}
	if (fclose(f) != 0)
		abort();
}
