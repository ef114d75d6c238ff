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

/* --- anew.cc ----------------------------------------------------------------
 */

bool is_local(tree base);
/* Where the pointer points to, as an address that can be compared. */
tree place_of(tree pointer);
bool outside(const Natural &l, tree name);
/* Is it the same address in each turn? */
bool fixed(const Natural &l, tree place);
bool is_call(
	gimple *s, enum built_in_function first, enum built_in_function last);
/* The place that s loads from; NULL_TREE: it does something else. */
tree loads_from(gimple *s);

struct Place {
	tree address; /* by place_of() */
	unsigned HOST_WIDE_INT size;
};

/* What each turn sets as a whole, having done nothing before but to read at
 * places that are the same in each turn, and to set others like this.  `whole`:
 * l, or the loop that begins at the same place, and around it. */
std::vector<Place> set_anew(const Natural &l, const Natural &whole);
/* Can its address be computed before s, which stands before the loop? */
bool place_known_at(tree place, gimple *s);

/* Locals of blocks within it; has this one ended in each turn that goes round?
 * Then nobody may look for what it held, whoever has its address. */
std::vector<tree> end_in(const Natural &l);
bool gone(const Natural &l, tree decl);

/* --- loop.cc ----------------------------------------------------------------
 */

/* Its address goes nowhere but into compare and exchange, as `expected`. */
bool like_register(function *f, tree local);
/* Can the value be told before s? */
bool known_before(tree value, gimple *s);

/* --- count.cc ---------------------------------------------------------------
 */

/* Those of l, if there is no way out of it that nobody sees.  Dominators are
 * known. */
Counters find_counters(const Natural &l);

#endif
