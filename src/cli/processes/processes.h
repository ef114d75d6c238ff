/* SPDX-License-Identifier: MIT */
/* processes.h - all test processes of one check, and what each of them is given
 *
 * Memory   processes_fini frees all; channels stay mapped until then, since the
 *          result points into them.
 */
#ifndef CLI_PROCESSES_H
#define CLI_PROCESSES_H

#include "cli/processes/crew.h"

enum {
	PROCESSES_MAX = 4 * 256 + 4 * BUGS_MAX
};

struct processes {
	struct target target;
	uint64_t hang_after_ms;		  /* CPU time, as in struct crew */
	struct channel_filters filters;	  /* what directives name */
	struct channel_expected expected; /* what executions print */
	enum rewind_mode mode;
	bool turns_kept; /* whatever is asked for: see inspect() */
	bool mode_given; /* by --mode: it stays */
	bool binary;	 /* the program was not built by scarp cc */
	char leak[160];	 /* why it went over to fork mode; "": it did not */
	enum caveat leak_caveat;
	/* What operations do by themselves (cli/plan/serial.h), for those that
	 * are added from now on; NULL: nobody asks.  Their threads are numbered
	 * as in `serial`. */
	struct own_set *own;
	int own_fd;
	const struct channel *serial;
	struct process *process[PROCESSES_MAX];
	unsigned size;
};

/* One more, whose channel is kept; NULL with err. */
struct process *processes_add(struct processes *all, struct err *err);

/* It works in this crew from now on, behind those that do; what is left of it
 * is blank. */
struct process *processes_lend(struct process *p, struct crew *crew);
/* The crew is done: those that were added last are what became of its own. */
void processes_take_back(struct processes *all, const struct crew *crew);

/* A sound channel, one that lists the modules of the test if there is; NULL. */
const struct channel *processes_channel(const struct processes *all);

void processes_fini(struct processes *all);

#endif
