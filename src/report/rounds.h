/* SPDX-License-Identifier: MIT */
/* rounds.h - loops of which rounds have no row
 *
 * Between two rows a thread may go round a loop many times, and do nothing
 * there that concerns anybody.  Rounds are counted by what it does most often
 * at one place, called from the same places.
 *
 * Cost     a lookup for each item without a row.
 */
#ifndef REPORT_ROUNDS_H
#define REPORT_ROUNDS_H

#include "report/sequence.h"

/* Fills s->gap; not in what is left out of a long execution. */
void rounds_find(struct sequence *s, const struct channel *c);

#endif
