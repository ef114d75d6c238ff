/* SPDX-License-Identifier: MIT */
/* announce.c - what announced.def says of a call, before it is made
 *
 * Where the call races its first access is a decision point, and all others are
 * of that step: the library reads all at once behind it (hole may_tear), and
 * what it reads is measured there, not where others may still change it.
 */
#include "native/outside/announce.h"
#include "native/libc/libc.h"

#include <stdlib.h>
#include <wctype.h>

struct call {
	const uint64_t *argument;
	uint64_t pc;
	bool races, begun;
};

/* n bytes are accessed. */
static void tell(struct call *c, const void *p, size_t n, bool write)
{
	if (c->begun) {
		access_also(p, n, write, c->pc);
	} else if (n) {
		c->begun = true;
		access_bytes(p, n, write, c->pc);
	}
}

/* The unit of `width` bytes at p[i]. */
static uint32_t unit(const void *p, size_t i, unsigned width)
{
	return width == 4 ? ((const uint32_t *)p)[i]
			  : ((const unsigned char *)p)[i];
}

/* Before p is measured: the first unit is read in any case. */
static size_t first(struct call *c, const void *p, size_t units, unsigned width)
{
	if (!c->races || c->begun || !units)
		return 0;
	tell(c, p, width, false);
	return width;
}

/* n bytes are read, of which `*told` were announced.  True: there were more. */
static bool more(struct call *c, const void *p, size_t n, size_t *told)
{
	size_t before = *told;

	if (n <= before)
		return false;
	*told = n;
	tell(c, (const char *)p + before, n - before, false);
	return true;
}

static void until(struct call *c, const void *p, uint32_t what, bool zero,
	size_t max, unsigned width)
{
	size_t told = first(c, p, max, width), n;

	do {
		for (n = 0; n < max; n++) {
			uint32_t u = unit(p, n, width);

			if (u == what || (zero && !u)) {
				n++;
				break;
			}
		}
	} while (more(c, p, n * width, &told));
}

static uint32_t folded(uint32_t u, bool fold)
{
	return fold ? (uint32_t)towlower((wint_t)u) : u;
}

/* `zero`: a zero in both ends them. */
static void compare(struct call *c, const void *p, const void *q, size_t max,
	unsigned width, bool fold, bool zero)
{
	size_t a = first(c, p, max, width), b = 0, n;
	bool again;

	do {
		for (n = 0; n < max; n++) {
			uint32_t u = unit(p, n, width);

			if (folded(u, fold) !=
					folded(unit(q, n, width), fold) ||
				(zero && !u)) {
				n++;
				break;
			}
		}
		again = more(c, p, n * width, &a);
		again |= more(c, q, n * width, &b);
	} while (again);
}

static void span(
	struct call *c, const void *p, const void *set, unsigned width, bool in)
{
	size_t a = first(c, p, 1, width), b = 0, n, far;
	bool again;

	do {
		far = 0;
		for (n = 0;; n++) {
			uint32_t u = unit(p, n, width), s;
			size_t i = 0;

			if (!u)
				break;
			while ((s = unit(set, i, width)) && s != u)
				i++;
			if (i + 1 > far)
				far = i + 1;
			if ((s != 0) != in)
				break;
		}
		again = more(c, p, (n + 1) * width, &a);
		again |= more(c, set, far * width, &b);
	} while (again);
}

/* Units up to and with the zero, or max. */
static size_t count(const void *p, size_t max, unsigned width)
{
	size_t n = 0;

	while (n < max && unit(p, n++, width)) {
	}
	return n;
}

static size_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Where a conversion that has parts keeps its state; without, in the library,
 * where in the locale "C" nothing ever is. */
static void state(struct call *c, void *at)
{
	const size_t bytes = 8;

	if (!at)
		return;
	tell(c, at, bytes, false);
	tell(c, at, bytes, true);
}

#define P(i) ((void *)c.argument[i])
#define N(i) c.argument[i]
#define READ(p, n) tell(&c, p, n, false)
#define WRITE(p, n) tell(&c, p, n, true)
#define VALUE(p, n) access_read(p, n, pc)
#define STRING(p, max) until(&c, p, 0, true, max, 1)
#define WIDE(p, max) until(&c, p, 0, true, max, 4)
#define COUNT(p, max) count(p, max, 1)
#define WIDE_COUNT(p, max) count(p, max, 4)
#define STATE(p) state(&c, p)
#define POINTED(p) (*(void **)(p))
#define FIND(p, what, max, width) until(&c, p, what, false, max, width)
#define FIND_END(p, what, width) until(&c, p, what, true, SIZE_MAX, width)
#define COMPARE(p, q, max, width, fold)                                        \
	compare(&c, p, q, max, width, fold, true)
#define MEMORY(p, q, max, width) compare(&c, p, q, max, width, false, false)
#define SPAN(p, set, width, in) span(&c, p, set, width, in)
#define SIGNAL(set, number)                                                    \
	if (number - 1 < 64)                                                   \
	READ(set, 8)

void announce(int row, const uint64_t *argument, uint64_t pc)
{
	struct call c = {argument, pc, site_races(pc), false};

	enum {
		FIRST = __COUNTER__ + 1
	};

	switch (row) {
#define ANNOUNCED(names, what)                                                 \
	case __COUNTER__ - FIRST:                                              \
		what;                                                          \
		break;
#include "channel/announced.def"
#undef ANNOUNCED
	default:
		break;
	}
}
