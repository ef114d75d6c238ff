/* SPDX-License-Identifier: MIT */
/* fruitless.h - no execution came to its end: why, and where one was then */
#ifndef REPORT_FRUITLESS_H
#define REPORT_FRUITLESS_H

#include <stdio.h>

#include "report/result.h"

/* The reason that most had; CUTS: none was cut. */
enum cut fruitless_most(const struct result *r);

/* Into r->error: the whole of it. */
void fruitless_tell(struct result *r);

/* Where the first of those was that were cut for that: "T1 worker went on at
 * a.c:12 (worker)".  False: none was. */
bool fruitless_where(
	const struct result *r, enum cut why, char *out, size_t size);

/* The last steps of the one that was made again, r->cut_again. */
void fruitless_trace(const struct result *r, FILE *out, int width);

#endif
