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

enum {
	OUTLOOK_WALKS_LEAST = 100 /* for the size to be believed */
};

struct outlook {
	bool known;
	double fraction;   /* of the space that was explored, 0 .. 1 */
	double executions; /* in all of it; may be infinite */
	double seconds;	   /* for the rest; the same */
	bool young;	   /* outlook_young(), and of a reduction */
};

/* Of the round of this search.  The first few executions say little. */
struct outlook outlook_of(const struct channel *c);

/* The same of a search that has made so many of them in this round, by what
 * random walks say of the size, as long as they know better.  True: they did.
 */
bool outlook_sized(struct outlook *o, const struct channel *c,
	const struct sized *size, uint64_t made);

/* How far the size may be off, as a part of it (one standard deviation). */
double outlook_error(const struct sized *size);

/* Of a reduction: it may be off several times, mostly to the low side for the
 * size (quicksand/jobs.h); said so. */
bool outlook_young(double fraction);

/* "54 %", young: "roughly 34 %", or "~34 %" where there is little room */
void outlook_percent(
	double fraction, bool young, bool brief, char *out, size_t size);

/* "54 % of 36.1 M", "roughly 34 % of 36.1 M" */
void outlook_size(const struct outlook *o, bool brief, char *out, size_t size);

/* "12345", "12.3 M", "over 10^300" */
void outlook_amount(char *out, size_t size, double n);

/* "15 s", "12 min", "over 1000 years" */
void outlook_time(char *out, size_t size, double seconds);
/* The same of what is left: "15 s", young: "roughly 15 s", "~15 s" */
void outlook_left(
	double seconds, bool young, bool brief, char *out, size_t size);

#endif
