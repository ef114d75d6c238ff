/* SPDX-License-Identifier: MIT */
/* technique.h - a way to search, as a study names it
 *
 * A word is the name of a strategy of `scarp check`, `pct-N` (a depth of N) or
 * `default` (no option at all); an object has a name and options of its own.
 * Options are parsed and judged as those of a check, so that what would be
 * refused there is refused before the study begins.
 */
#ifndef CLI_STUDY_TECHNIQUE_H
#define CLI_STUDY_TECHNIQUE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum technique_kind {
	TECHNIQUE_DEFAULT,  /* iterative deepening: several searches at once */
	TECHNIQUE_BOUNDED,  /* ipb, idb: one bound after the other */
	TECHNIQUE_IN_ORDER, /* dfs and its kin */
	TECHNIQUE_SAMPLER,
};

enum {
	TECHNIQUE_WORDS = 32
};

struct technique {
	const char *name;
	enum technique_kind kind;
	uint64_t pct_depth;	     /* of pct; 0: it is another one */
	bool seeded;		     /* its executions depend on the seed */
	char *word[TECHNIQUE_WORDS]; /* options of `scarp check` */
	unsigned words;
};

int technique_read(struct technique *t, const json_t *from, const char *file,
	struct err *err);
void technique_fini(struct technique *t);

#endif
