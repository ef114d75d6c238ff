/* SPDX-License-Identifier: MIT */
/* cut.h - executions that were ended before their end: why, and where one was
 *
 * Part of the channel: where no execution comes to its end, this is all there
 * is to tell.
 */
#ifndef CHANNEL_CUT_H
#define CHANNEL_CUT_H

#include "channel/found.h"
#include "search/caveat.h"

enum cut {
#define CUT(name, caveat, why, advice) CUT_##name,
#include "channel/cut.def"
#undef CUT
	CUTS
};

struct cut_info {
	const char *name; /* in JSON */
	enum caveat caveat;
	const char *why, *advice;
};
extern const struct cut_info cut_info[CUTS];

struct channel_cut {
	uint64_t times;
	/* The first of them, as if it were a bug: the thread that had made most
	 * of the last decisions, and its stack; `wait` has the others. message:
	 * what exactly. */
	struct channel_bug first;
};

#endif
