/* SPDX-License-Identifier: MIT */
/* execution.h - one execution, from where it begins to what it came to */
#ifndef NATIVE_EXECUTION_H
#define NATIVE_EXECUTION_H

#include "native/rt.h"

/* From the beginning, or from the checkpoint that the search means; then the
 * search has been told. */
void execution_run(struct start *from);
/* The one that was begun ended its process: the search is told that. */
void execution_lost(void);

/* --- child.c ---------------------------------------------------------------
 */

/* The same in a process of its own; returns when that has ended. */
void execution_in_child(struct start *from);
/* For the process that runs the test: what it makes by itself finds nothing of
 * the search. */
void execution_share_no_more(void);

#endif
