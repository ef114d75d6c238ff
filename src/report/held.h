/* SPDX-License-Identifier: MIT */
/* held.h - why a data race is held back (detect/race.h: setup)
 */
#ifndef REPORT_HELD_H
#define REPORT_HELD_H

#include <stdio.h>

#include "report/names.h"
#include "report/result.h"

/* One line: which initialiser made the earlier access, or which destroyer the
 * later one, as it was seen first. */
void held_print(struct names *n, const struct result *r,
	const struct channel_race *race, FILE *out);

#endif
