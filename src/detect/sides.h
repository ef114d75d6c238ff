/* SPDX-License-Identifier: MIT */
/* sides.h - the sides of all candidates, as a list: what a search by them has
 * to stop before, and what deserves a job of its own
 */
#ifndef DETECT_SIDES_H
#define DETECT_SIDES_H

#include "detect/race.h"

struct race_stop {
	uint64_t pc;   /* the instruction to stop before */
	uint32_t race; /* which candidate it is a side of: its row */
	uint8_t kind;  /* enum race_kind: RACE_READ or RACE_WRITE */
	bool both;     /* the pair was seen in both orders */
	bool next;     /* worth a job (race_sides_next): else `all` alone */
};

/* Lists the sides of race[0 .. races-1], in this order, and returns how many
 * there are, at most two each; out[] has room for them.  An instruction is
 * there once for each candidate, once where both sides of one are the same. */
uint32_t race_stops(
	const struct race *race, uint32_t races, struct race_stop *out);

#endif
