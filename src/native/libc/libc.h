/* SPDX-License-Identifier: MIT */
/* libc.h - what the interposers of library functions share
 *
 * An interposer is written LIBC(name); link.sh gives it its real name after
 * every call that the runtime makes of that name has been turned to private.c.
 * So `memcpy` in these files is the C library's, and nothing of the runtime
 * ever meets its own interposers.
 *
 * A *racing* call site is a decision point of its own (native-rules 5): there,
 * what a function reads or writes is announced in aligned parts of at most 8
 * bytes, with a decision point before each (search-rules 16).  Everywhere else
 * one announcement a range is enough, as nobody runs in between.
 */
#ifndef NATIVE_LIBC_LIBC_H
#define NATIVE_LIBC_LIBC_H

#include "native/rt.h"

#include <stdarg.h>
#include <stdio.h>

#define LIBC(name) scarp_libc_##name

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* True when accesses at pc are decision points of their own. */
bool site_races(uint64_t pc);

/* What a call does besides its first access or operation, in the same step: the
 * library does it all at once (hole may_tear where that races). */
void access_also(const void *p, size_t n, bool write, uint64_t pc);

/* Copies and fills as the test's code would; the ranges may overlap only in
 * move_bytes. */
void copy_bytes(void *to, const void *from, size_t n, uint64_t pc);
void move_bytes(void *to, const void *from, size_t n, uint64_t pc);
void fill_bytes(void *to, int c, size_t n, uint64_t pc);
/* From memory of the runtime's: only the writes are announced. */
void put_bytes(void *to, const void *from, size_t n, uint64_t pc);

/* The bytes at p as they are read at a racing site: a copy made part by part,
 * in the arena.  Elsewhere p itself, unannounced: call seen() when it is known
 * how far it was read. */
const char *look(const void *p, size_t n, uint64_t pc);
/* The same for a string, up to and with its terminating zero, or max bytes. */
const char *look_string(const char *s, size_t max, uint64_t pc);
/* The same, announced everywhere: behind the next decision point only what this
 * returns is what was read. */
const char *read_string(const char *s, uint64_t pc);
static inline void seen(
	const void *p, const void *looked, size_t n, uint64_t pc)
{
	if (p == looked)
		access_read(p, n, pc);
}

/* What a *_chk form finds: more than fits, which natively ends the process. */
void chk_failed(const char *name, uint64_t pc) __attribute__((noreturn));

/* sort.c: as qsort. */
void sort_pointers(void **at, size_t n,
	int (*compare)(const void *, const void *), uint64_t pc);

/* --- format.c ----------------------------------------------------------------
 */

/* Announces what a printf-like call reads and writes through its arguments: %s
 * and %n. */
void format_announce(const char *format, va_list args, uint64_t pc);
/* The arguments alone. */
void format_arguments(const char *format, va_list args, uint64_t pc);

/* --- scan.c ------------------------------------------------------------------
 */

/* scanf on the n bytes of `text`: announces and stores what was converted.
 * `used` gets how many bytes were consumed; NULL: text is a string.  `gnu`
 * tells %as from %a. */
int scan(const char *text, size_t n, size_t *used, const char *format, bool gnu,
	va_list args, uint64_t pc);
/* The same on a stream over a file, of which `n` bytes are left at most. */
int scan_stream(FILE *f, size_t n, const char *format, bool gnu, va_list args,
	uint64_t pc);
/* Before the first execution. */
void scan_init(void);

#endif
