/* SPDX-License-Identifier: MIT */
/* body.h - which lines of a function a line depends on, by their text
 *
 * What a line uses was assigned in other lines, and whether it is reached is
 * decided in the conditions around it: from a line backward over both, as far
 * as it goes (Weiser, "Program Slicing", 1981).  The text is cut into
 * statements by brackets and semicolons, and names are compared as they are
 * written, down into members (`a->size` is not `a->used`); in which order
 * statements are made is not looked at.  Assigned is what stands before an
 * assignment or beside ++ and --, and what a call gets the address of; where
 * nothing else assigns it, what stands alone between commas of a call, or has
 * a method called.  Nothing is preprocessed, and no type is known: it says
 * which of several things is more likely to be meant, and no more.
 *
 * Memory   body_free gives it back; the text is not kept.
 * Cost     a parse; from each line that is asked about, statements squared
 */
#ifndef REPORT_BODY_H
#define REPORT_BODY_H

#include <stdbool.h>

#define BODY_FAR 1000u
#define BODY_CONDITION 20u /* as far as a condition counts */

struct body;

/* The function that begins in the first line of a text, which has that number.
 * NULL: there is none, or no memory. */
struct body *body_new(const char *text, unsigned line);
void body_free(struct body *b);

/* How far back from a line another one is: 0, it is of the same statement; 1
 * for each assignment on the way; BODY_FAR: it does not depend on that.  From
 * line 0: from what the function returns, or leaves where a pointer leads. */
unsigned body_distance(struct body *b, unsigned from, unsigned to);
/* Does a condition stand there? */
bool body_is_condition(const struct body *b, unsigned line);

#endif
