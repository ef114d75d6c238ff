/* SPDX-License-Identifier: MIT */
/* place.h - where the linker put the runtime, and what the runtime imports
 *
 * Where it lies is computed: the sections of the runtime object are linked as
 * wholes, so one symbol of each, found by name in the executable, places it.
 */
#ifndef CC_PLACE_H
#define CC_PLACE_H

#include "cc/draft.h"
#include "cc/image.h"

/* Fills in runtime[] of the inventory. */
void place_runtime(
	struct draft *d, const struct image *exe, const struct image *runtime);

#endif
