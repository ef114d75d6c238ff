/* SPDX-License-Identifier: MIT */
/* outlook.h - how far an exhaustive search is, for people
 *
 * The numbers come from a test process that still runs: any of them may be
 * nonsense, and then nothing is known.
 */
#ifndef CLI_OUTLOOK_H
#define CLI_OUTLOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "channel/channel.h"

struct outlook {
	bool known;
	double fraction;   /* of the space that was explored, 0 .. 1 */
	double executions; /* in all of it; may be infinite */
	double seconds;	   /* for the rest; the same */
};

/* Of the round of this search.  The first few executions say little. */
struct outlook outlook_of(const struct channel *c);

/* "34 % of 36.1 M" */
void outlook_size(const struct outlook *o, char *out, size_t size);

/* "12345", "12.3 M", "over 10^300" */
void outlook_amount(char *out, size_t size, double n);

/* "15 s", "12 min", "over 1000 years" */
void outlook_time(char *out, size_t size, double seconds);

#endif
