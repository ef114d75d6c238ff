/* SPDX-License-Identifier: MIT */
/* caveat.h - what weakens a verdict, as numbers and sentences */
#ifndef SEARCH_CAVEAT_H
#define SEARCH_CAVEAT_H

#include <stdbool.h>

enum caveat {
#define CAVEAT(name, kind, sentence) CAVEAT_##name,
#include "search/caveat.def"
#undef CAVEAT
	CAVEAT_COUNT
};

enum caveat_kind {
	CAVEAT_KIND_HOLE,
	CAVEAT_KIND_SCOPE
};

struct caveat_info {
	const char *name;     /* in JSON */
	const char *sentence; /* under the verdict */
	enum caveat_kind kind;
};

extern const struct caveat_info caveat_info[CAVEAT_COUNT];

#endif
