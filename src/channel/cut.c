/* SPDX-License-Identifier: MIT */
#include "channel/cut.h"

const struct cut_info cut_info[CUTS] = {
#define CUT(name, caveat, why, advice)                                         \
	[CUT_##name] = {#name, CAVEAT_##caveat, why, advice},
#include "channel/cut.def"
#undef CUT
};
