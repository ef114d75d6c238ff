/* SPDX-License-Identifier: MIT */
/* handed.h - racing instructions that one search hands on to the next
 *
 * What races by a stronger memory model races by a weaker one, too, since that
 * has all executions of the other.  So the next search of `--model all` begins
 * with these points, and need not begin anew for each of them.  More points
 * never make a verdict weaker: `verified` is about all that race.
 *
 * The searches are processes, one after the other (models.h); between them lies
 * a channel that they share.  Addresses are those of both, as nothing is
 * randomized.
 */
#ifndef CLI_HANDED_H
#define CLI_HANDED_H

#include "cli/processes/processes.h"

/* In the process that makes the others; where there is no memory for it nothing
 * is handed on. */
void handed_begin(void);
/* Of the search that is over, all its points. */
void handed_note(const struct processes *all);
/* For the one that begins: points, and the modules that they lie in; NULL:
 * none. */
const struct channel *handed(void);

#endif
