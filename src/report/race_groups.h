/* SPDX-License-Identifier: MIT */
/* race_groups.h - many data races, by what they are about
 *
 * One wrong use of a variable makes a race of each pair of lines that touch it.
 * A line tells all those on one variable, on one member of a type, or at one
 * offset of blocks from one place.
 *
 * Cost     a name is made for each variable, of at most 256
 */
#ifndef REPORT_RACE_GROUPS_H
#define REPORT_RACE_GROUPS_H

#include <stdio.h>

#include "report/names.h"
#include "report/races.h"
#include "report/result.h"

/* The first `most` of them are on as many objects as there can be, where they
 * are of one class; otherwise their order stays. */
void race_groups_spread(const struct result *r, struct told_race *told,
	uint32_t count, uint32_t most);

/* "    head: 12 races, at list.c:31, 40, 41" */
void race_groups_print(struct names *n, const struct result *r,
	const struct told_race *told, uint32_t count, FILE *out);

#endif
