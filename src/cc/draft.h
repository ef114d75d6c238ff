/* SPDX-License-Identifier: MIT */
/* draft.h - an inventory while it is being made: lists that may overflow
 *
 * What does not fit is counted, never lost in silence.
 */
#ifndef CC_DRAFT_H
#define CC_DRAFT_H

#include "channel/inventory.h"
#include "channel/known.h"

struct draft {
	struct inventory *of;
};

/* Keeps a text; 0 when it is empty or there is no room. */
uint32_t draft_text(struct draft *d, const char *text);

/* Adds an unknown import once per name and module. */
void draft_unknown(struct draft *d, const char *name, const char *module,
	enum unknown_why why);

/* Counts a function of code that scarp did not compile under `name`; a
 * library has functions 0. */
void draft_module(struct draft *d, const char *name, uint32_t functions);

#endif
