/* SPDX-License-Identifier: MIT */
/* shorter.h - what comes of making a failing schedule simpler (TASK_SHRINK)
 *
 * The search tries (search/strategy/shrink.c); the simplest schedule so far is
 * always in the channel, whenever the process ends.  The same of the nearest
 * one that does not fail (search/strategy/nearest.c).
 */
#ifndef NATIVE_SHORTER_H
#define NATIVE_SHORTER_H

#include <stddef.h>

/* The schedule that is given has so many choices. */
void shorter_begin(size_t given);
/* An execution was told to the search. */
void shorter_end(void);

#endif
