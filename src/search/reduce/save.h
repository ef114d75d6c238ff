/* SPDX-License-Identifier: MIT */
/* save.h - a reduced search as plain data
 *
 * Between two executions: the decision points of the last one, with what
 * sleeps, was explored and is asked for, and its events, since what they
 * touched is what will sleep.  An execution that has begun and not ended is as
 * good as not begun: of it only the prefix is kept, and what the machine tells
 * again of that.  Clocks, races and what was touched last follow from the
 * events.
 *
 * Addresses are the test's, so they have to be the same in the process that
 * goes on.
 */
#ifndef SEARCH_REDUCE_SAVE_H
#define SEARCH_REDUCE_SAVE_H

#include "search/reduce/tree.h"
#include "search/saved.h"

void tree_put(const struct tree *d, struct writer *w);
/* False: damaged, or it does not fit. */
bool tree_get(struct tree *d, struct reader *r);

/* As save and load of a strategy whose state is or begins with a tree, and has
 * nothing else to save. */
size_t tree_save(const void *self, void *out, size_t bytes);
bool tree_load(void *self, const void *saved, size_t length);

#endif
