/* SPDX-License-Identifier: MIT */
/* pair.h - the two operations that a failure is most likely about
 *
 * What is said of them holds in every case: one thread went no further, another
 * one did `between`, and only then came `after`, of the first one again, to the
 * same bytes or object; `before` is what that did to them last until then. That
 * this is why it failed is a guess: what was read before and is written after
 * goes before all else (an update is lost), then two accesses that another one
 * came between (Lu et al. 2006: what no serial execution does), then one that
 * merely came late; of several that of the failing thread, the last.
 * Mutexes change hands anyway, and so does what a thread wrote and then reads
 * of another one: neither is told.  Of a block that was freed: its free, and
 * the use.
 */
#ifndef REPORT_HTML_PAIR_H
#define REPORT_HTML_PAIR_H

#include "report/sequence.h"

#define PAIR_NONE UINT32_MAX

struct pair {
	uint32_t before, between, after; /* items; PAIR_NONE: there is none */
};

/* A thread arrived at an operation and was preempted there, or had to wait. */
struct stop {
	uint32_t item;
	tid thread;
};

struct pair pair_find(const struct sequence *s, const struct channel *c,
	const struct stop *stop, uint32_t stops);

#endif
