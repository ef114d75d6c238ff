/* SPDX-License-Identifier: MIT */
/* races.h - which races of an execution are worth reversing, and where
 *
 * A race is reversed at the decision point before its first event: an execution
 * is wanted that goes on there with what is not after that event, and then with
 * the thread of the second.
 *
 * Operations that wait.  What gave back cannot be reversed with what takes: the
 * race is sought further back, up to where the operation was not waiting. Where
 * nothing is known about that, every candidate is reported.  What could not go
 * on at the end takes part as if it had been made.
 */
#ifndef SEARCH_REDUCE_RACES_H
#define SEARCH_REDUCE_RACES_H

#include "search/reduce/nodes.h"

/* What a thread does next, or did: it comes after event `previous` of its own.
 */
struct later {
	const struct footprint
		*footprint; /* as it was, or would be, at `end` */
	uint32_t end;
	uint32_t previous; /* or EVENT_NONE */
	uint64_t object;   /* what it acts on, and may have to wait for */
	uint32_t level;	   /* of that, if it is a semaphore, at `end`; number
			      of the await */
	tid thread;
	uint8_t kind;
	bool unforeseen; /* elsewhere it might touch something else */
	bool awaits;	 /* as in struct pending */
};

struct races {
	const struct history *history;
	const struct nodes *nodes;
	const struct awaits *awaits; /* or NULL */
	uint32_t *clock;	     /* scratch: THREADS_MAX of them */
	/* `a` is wanted before event i, which stands at node i. */
	void (*reverse)(void *self, uint32_t i, const struct later *a);
	void *self;
};

/* The races whose second event is not among the first `known` ones. */
void races_made(const struct races *r, uint32_t known);

/* What each thread had pending at the end; with `stuck` only those that could
 * not go on. */
void races_pending(
	const struct races *r, const struct outcome *outcome, bool stuck);

/* Of an execution that was cut: each thread that could go on was kept from that
 * by the limit alone, so by every event that it would have been made without.
 * Those that nothing comes after are reversed with what is pending; what they
 * are exchanged for meets the same limit, and asks in its turn. */
void races_cut(const struct races *r, const struct outcome *outcome);

/* The same where nobody could say (the process is gone): what each thread had
 * pending at the last node, but t, which went on there. */
void races_left(const struct races *r, tid t);

/* Who leaves the process ends the execution, and with what status is its own
 * affair: before it, each of those is wanted who could have left instead. */
void races_leaving(const struct races *r);

#endif
