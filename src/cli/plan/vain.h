/* SPDX-License-Identifier: MIT */
/* vain.h - a check of which no execution came to its end is an error: because
 * it is likely that none would, or so far
 */
#ifndef CLI_VAIN_H
#define CLI_VAIN_H

struct check;

/* Instead of a verdict: says why, and makes one such execution again for what
 * there is to be seen of it. */
void vain_settle(struct check *check);

#endif
