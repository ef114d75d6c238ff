/* SPDX-License-Identifier: MIT */
/* doubled.h - names that a program and the runtime both define
 *
 * The runtime has malloc, pthread_create and others for itself, and a program
 * that brings its own does not link.  The linker says so in its words; this
 * reads them as they go by, and says in ours what to do.
 *
 * Memory   the names found are kept until the process ends.
 */
#ifndef CC_DOUBLED_H
#define CC_DOUBLED_H

#include <stddef.h>

#include "cc/args.h"

struct doubled {
	struct args names; /* each once */
	char line[4096];   /* what has come of the current one */
	size_t length;
};

/* The next n bytes of what the compiler's driver writes to stderr. */
void doubled_read(struct doubled *d, const char *text, size_t n);

/* Which of them the runtime defines, by its list of symbols, and what to do;
 * on stderr.  Nothing, where there are none. */
void doubled_say(
	const struct doubled *d, const char *self, const char *symbols);

#endif
