/* SPDX-License-Identifier: MIT */
#include "search/caveat.h"

const struct caveat_info caveat_info[CAVEAT_COUNT] = {
#define CAVEAT(name, kind, sentence)                                           \
	[CAVEAT_##name] = {#name, sentence, CAVEAT_KIND_##kind},
#include "search/caveat.def"
#undef CAVEAT
};
