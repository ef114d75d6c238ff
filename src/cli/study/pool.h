/* SPDX-License-Identifier: MIT */
/* pool.h - jobs in child processes, several at a time
 *
 * Each child is a process group of its own: ctrl-C reaches us alone, and we end
 * the children, so that none is taken for one that came to its end.  Who kills
 * us ends them, too.
 */
#ifndef CLI_STUDY_POOL_H
#define CLI_STUDY_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct pool {
	size_t jobs;
	unsigned at_a_time;
	double patience; /* seconds until a child is killed; 0: for ever */
	void *context;
	/* False: there is nothing to do. */
	bool (*wanted)(void *context, size_t job);
	/* In the child; does not return. */
	void (*child)(void *context, size_t job);
	/* `late`: it was killed for that.  An error ends the others. */
	int (*ended)(void *context, size_t job, int status, bool late,
		struct err *err);
};

/* OK when nothing is left, and when it was interrupted. */
int pool_run(const struct pool *p, struct err *err);

#endif
