/* SPDX-License-Identifier: MIT */
/* wrapper.h - functions that do no more than hand a lock on to the library
 *
 * Many projects have a `my_mutex_lock(m)` that calls pthread_mutex_lock(m) and
 * looks at what comes back.  That line is the same for all locks: who reads a
 * report wants to know who called it.  By the text of the function, and only
 * where that leaves no doubt: one call of the library, beside it calls that end
 * the process or print, no loop, and nothing assigned but a local result.
 *
 * Cost     a look at no more than WRAPPER_LINES lines.
 */
#ifndef REPORT_WRAPPER_H
#define REPORT_WRAPPER_H

#include <stdbool.h>

enum {
	WRAPPER_LINES = 16
};

/* Is the function whose text begins here one? */
bool wrapper_text(const char *text);

struct frame;
/* The same of the function of a frame; false where its source is not there. */
bool wrapper_is(const struct frame *f);

#endif
