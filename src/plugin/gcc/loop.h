/* SPDX-License-Identifier: MIT */
/* loop.h - natural loops, and those that count their turns for nothing but to
 * give up
 *
 * Of the latter nothing depends on the count but when that is (../turn.h,
 * SCARP_TURN_COUNTED).  It is compared with what is the same in each turn, to
 * decide whether the loop is left, or goes by a place where the count begins
 * again; and behind the loop only with constants with which all counts compare
 * alike that it can have if the loop was left for another reason.
 */
#ifndef PLUGIN_GCC_LOOP_H
#define PLUGIN_GCC_LOOP_H

#include "scarp_gcc.h"

#include <set>
#include <vector>

#include "basic-block.h"

/* A head and what leads back to it. */
struct Natural {
	basic_block head;
	std::set<basic_block> body;

	bool latch(edge e) const
	{
		return body.count(e->src) != 0;
	}
};

/* Its only way in; NULL: it has several. */
edge entry_of(const Natural &l);

struct Counters {
	std::set<tree> all; /* results of phi nodes of the head */
	/* Beside those out of the loop: by these it gives up. */
	std::vector<edge> ways;
};

/* Those of l, if there is no way out of it that nobody sees.  Dominators are
 * known. */
Counters find_counters(const Natural &l);

#endif
