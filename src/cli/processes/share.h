/* SPDX-License-Identifier: MIT */
/* share.h - several processes explore one space
 *
 * Each has a part of it, and its own account.  The command is the only one that
 * knows all of them: when one could do more it asks another one for a part, and
 * takes it over; it carries what parts tell each other (post.h); it lets all
 * start again when there are new decision points (regroup.h); it ends them when
 * nobody has anything left.  A process that somebody kills is started again
 * where it was.  docs/design/014-sharing.md.
 *
 * Threads  all processes number them in one table (channel/names.h), so what
 *          speaks of threads by number means the same everywhere.
 * Trust    what comes from a process that waits is bounded here, and judged by
 *          the process that takes it over.
 */
#ifndef CLI_SHARE_H
#define CLI_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct channel_names;
struct crew;
struct process;

struct share {
	unsigned jobs; /* processes that run at a time; 0: nothing is shared */
	unsigned room; /* entries of crew.process */
	struct channel_names *threads; /* theirs, together */
	bool tells; /* parts have something to say to their owners */
	/* A process more, without anything to do: crew.process[crew.size].
	 * NULL with err. */
	int (*more)(void *arg, struct crew *crew, struct err *err);
	unsigned next;	/* to be asked for a part */
	int asked;	/* who was; -1: nobody */
	bool regroup;	/* points grew: all are to stand still */
	bool woken;	/* somebody was, or started, in this look */
	bool ended;	/* all were told to end */
	bool over;	/* nobody has anything left */
	unsigned kills; /* by somebody else, that were outlived */
};

/* Between two looks at the processes. */
int share_tick(struct crew *crew, struct err *err);
/* They are asked to stop: what is between two of them gets a channel. */
int share_settle(struct crew *crew, struct err *err);
/* Something is between two of them. */
bool share_moves(const struct crew *crew);
/* Starts them, or the first one. */
int share_begin(struct crew *crew, struct err *err);
/* There are parts that no process has yet. */
bool share_is_left(const struct crew *crew);
/* Somebody may wait for us. */
bool share_waits(const struct crew *crew);
/* As many distinct bugs as were asked for, all together. */
bool share_found_enough(const struct crew *crew);
/* This process was killed: may another one go on with what it had? */
bool share_outlives(struct crew *crew, struct process *p);

#endif
