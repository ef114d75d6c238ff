/* SPDX-License-Identifier: MIT */
/* shorten.h - which rows of a very long execution are left out
 *
 * What is kept, while there is room: the steps that decide and what is beside
 * them, the end, what the line that failed has read; where threads begin; what
 * was done last to what somebody waits for in the end, or to what decides, and
 * waits whose time was over.  What is left goes to the rows before the end.
 *
 * Cost     a few passes over the items.
 */
#ifndef REPORT_SHORTEN_H
#define REPORT_SHORTEN_H

#include "report/sequence.h"

/* Sets `out` of items. */
void shorten(
	struct sequence *s, const struct channel *c, const struct noted *note);

#endif
