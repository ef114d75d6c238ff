/* SPDX-License-Identifier: MIT */
/* reruns.h - which traces the jobs of a check have executed so far
 *
 * With --count-reruns every process maps this table, and enters the trace of
 * each execution that it completes (search/access_trace.h), with its job.  A
 * row is taken by one compare-and-swap and never changes; when three of four
 * are taken no more are, and what is not among them is unknown.
 *
 * Callers  the runtime (native/reruns.c); the command only makes it.
 */
#ifndef CHANNEL_RERUNS_H
#define CHANNEL_RERUNS_H

#include "channel/channel.h"

enum {
	RERUNS_ROWS = 1 << 23
};

struct channel_reruns {
	volatile uint64_t rows;		      /* taken */
	volatile uint64_t trace[RERUNS_ROWS]; /* 0: free */
	volatile uint16_t job[RERUNS_ROWS];   /* whose it is, from 1; a moment
						 later */
};

#endif
