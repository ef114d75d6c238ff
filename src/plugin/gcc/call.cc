/* SPDX-License-Identifier: MIT */
/* call.cc - aggregates that calls return and take by value
 *
 * `g = f()` becomes `tmp = f(); g = tmp`, and `f(g)` becomes `tmp = g; f(tmp)`:
 * tsan then announces a store that happens after the call, as it does on the
 * machine, and a read before it.  A result is no longer built in place, or the
 * callee would store into g behind its name.
 *
 * Classes that are built in place by the rules of the language (with a
 * destructor, a copy constructor of their own) stay: they are passed by
 * reference, and tsan announces what the callee does to them.
 */
#include "scarp_gcc.h"

#include "basic-block.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "gimplify.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"

/* In place by the language, or nothing at all. */
static bool stays(tree type)
{
	return TREE_ADDRESSABLE(type) || is_empty_type(type) ||
	       (TYPE_SIZE_UNIT(type) && integer_zerop(TYPE_SIZE_UNIT(type)));
}

static bool has_size(tree type)
{
	return int_size_in_bytes(type) > 0;
}

static tree temporary(tree type)
{
	return is_gimple_reg_type(type) ? make_ssa_name(type)
					: create_tmp_var(type, "scarp");
}

void call_results(gimple_stmt_iterator *gsi, gcall *call)
{
	tree to = gimple_call_lhs(call), type, t;
	gimple_stmt_iterator at;
	gassign *store;
	edge on;

	if (!access_in_memory(to))
		return;
	type = TYPE_MAIN_VARIANT(TREE_TYPE(to));
	if (stays(type) || access_private(to))
		return;
	if (!has_size(type)) {
		unknown(gimple_location(call), "result of variable size");
		return;
	}
	t = temporary(type);
	gimple_call_set_lhs(call, t);
	gimple_call_set_return_slot_opt(call, false);
	if (TREE_CODE(t) == SSA_NAME)
		SSA_NAME_DEF_STMT(t) = call;
	update_stmt(call);
	store = gimple_build_assign(to, t);
	gimple_set_location(store, gimple_location(call));
	if (!stmt_ends_bb_p(call)) {
		gsi_insert_after(gsi, store, GSI_SAME_STMT);
		return;
	}
	/* It may throw: only where it returns is there a result. */
	on = find_fallthru_edge(gimple_bb(call)->succs);
	if (!on)
		return;
	gsi_insert_on_edge_immediate(on, store);
	at = gsi_for_stmt(store);
	assignment(&at, store);
}

void call_arguments(gimple_stmt_iterator *gsi, gcall *call)
{
	bool changed = false;

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree from = gimple_call_arg(call, i), type, t;
		gimple_stmt_iterator at;
		gassign *read;

		if (!access_in_memory(from))
			continue;
		type = TYPE_MAIN_VARIANT(TREE_TYPE(from));
		if (stays(type) || access_private(from))
			continue;
		if (!has_size(type) || TREE_CODE(from) == WITH_SIZE_EXPR) {
			if (!hook_memory(gsi, from, READ))
				unknown(gimple_location(call),
					"argument of variable size");
			continue;
		}
		t = temporary(type);
		read = gimple_build_assign(t, from);
		gimple_set_location(read, gimple_location(call));
		gsi_insert_before(gsi, read, GSI_SAME_STMT);
		at = gsi_for_stmt(read);
		assignment(&at, read);
		gimple_call_set_arg(call, i, t);
		changed = true;
	}
	if (changed)
		update_stmt(call);
}
