/* SPDX-License-Identifier: MIT */
/* overdue.h - waits that ended because their time was over
 *
 * A wait with a limit that nobody ended, or a sleep: nothing passes from thread
 * to thread there, and yet it says why its thread went on.
 */
#ifndef REPORT_OVERDUE_H
#define REPORT_OVERDUE_H

#include "report/sequence.h"

/* Shows them; of those that a loop makes, between two rows of its thread, the
 * last. */
void overdue_show(struct sequence *s, const struct channel *c);

#endif
