/* SPDX-License-Identifier: MIT */
/* could_go.h - would an operation have had to wait before an event?
 *
 * What a race is reversed for has to be possible there: a lock free, a unit
 * left, a thread ended, what a loop waits for stored.  It goes by what was seen
 * at the node where the event stands, else by the event itself and by what is
 * not after it.
 */
#ifndef SEARCH_REDUCE_COULD_GO_H
#define SEARCH_REDUCE_COULD_GO_H

#include "search/reduce/races.h"

/* Before event i, 1: it was not waiting there, 0: it was, -1: not known. */
int could_go(const struct races *r, uint32_t i, const struct later *a);

/* Does it leave the process?  That comes when nobody else can go on but to
 * leave, too, and is races_leaving()'s.  (So does a thread that spins and is
 * let go on to see whether that changes anything: but it could have gone
 * earlier, when what it waits for had changed.) */
bool later_leaves(const struct later *a);

/* Does it change all of what w waits for, so that whoever touches that later
 * comes after it? */
bool changes_all(const struct footprint *f, const struct waiting *w);

#endif
