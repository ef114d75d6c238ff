/* SPDX-License-Identifier: MIT */
/* pct.h - pct as a part of other strategies: its depth may be set between
 * executions, and it learns from executions that others made */
#ifndef SEARCH_STRATEGY_PCT_H
#define SEARCH_STRATEGY_PCT_H

#include "search/strategy.h"

enum {
	PCT_DEPTH_MAX = 64
};

void pct_set_depth(void *self, uint32_t depth);

#endif
