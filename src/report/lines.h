/* SPDX-License-Identifier: MIT */
/* lines.h - which steps of a thread a line of it depends on
 *
 * By the calls that lead to both, and by the text of the functions (body.h):
 * where they part, the line of the step has to be one on which the other line
 * depends; where a call in that line leads on to the step, one on which depends
 * what that function returns.  In the callers of the line, what they call it
 * with.  Where there is no source, any line will do.
 *
 * Memory   lines_free gives it back.
 * Cost     each place in code is looked up once.
 */
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include "report/body.h"
#include "report/names.h"

#define LINES_FAR BODY_FAR
#define LINES_CONDITION BODY_CONDITION /* so far and more: by a condition */

struct lines;

/* Uses the symbols of names.  NULL: no memory. */
struct lines *lines_new(struct names *n);
void lines_free(struct lines *l);

/* How far back from the line of one stack the other one is; LINES_FAR: that
 * line does not depend on it. */
unsigned lines_distance(struct lines *l, const struct channel_stack *from,
	const struct channel_stack *step);
/* Is a step made where something is decided: `if (...)`, `while (...)`? */
bool lines_is_condition(struct lines *l, const struct channel_stack *step);

#endif
