/* SPDX-License-Identifier: MIT */
/* copy.cc - assignments that the machine makes in more than one access
 *
 * tsan announces the read and the write of `g = h` before both: a thread that
 * came between would change what is read afterwards.  So what one instruction
 * can hold goes through a temporary, one access before each hook.  What is
 * larger, or lies so that it may be divided, becomes a call of the runtime's
 * memcpy or memset, which makes word after word where it races; clang's pass
 * does the same.
 */
#include "scarp_gcc.h"

#include "builtins.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-ssa-loop-ivopts.h"

tree copy_declaration[2];

static tree function(bool copies)
{
	tree d = copy_declaration[copies], type;

	if (d)
		return d;
	type = build_function_type_list(ptr_type_node, ptr_type_node,
		copies ? const_ptr_type_node : integer_type_node,
		size_type_node, NULL_TREE);
	d = build_fn_decl(copies ? "__tsan_memcpy" : "__tsan_memset", type);
	return copy_declaration[copies] = d;
}

/* The address of what may have been no more than a register until now. */
static tree address(gimple_stmt_iterator *gsi, tree memory)
{
	mark_addressable(memory);
	return force_gimple_operand_gsi(gsi,
		build_fold_addr_expr(unshare_expr(memory)), true, NULL_TREE,
		true, GSI_SAME_STMT);
}

gcall *copy_bytes(gimple_stmt_iterator *gsi, tree to, tree from,
	HOST_WIDE_INT offset, HOST_WIDE_INT bytes)
{
	tree end[2];
	gcall *call;

	for (int i = 0; i < 2; i++) {
		end[i] = address(gsi, i ? from : to);
		if (offset)
			end[i] = force_gimple_operand_gsi(gsi,
				fold_build_pointer_plus_hwi(end[i], offset),
				true, NULL_TREE, true, GSI_SAME_STMT);
	}
	call = gimple_build_call(
		function(true), 3, end[0], end[1], size_int(bytes));
	gimple_set_location(call, gimple_location(gsi_stmt(*gsi)));
	return call;
}

void copy_over(gimple_stmt_iterator *gsi, gcall *call)
{
	gimple_move_vops(call, gsi_stmt(*gsi));
	gsi_replace(gsi, call, true);
	gimple_purge_dead_eh_edges(gimple_bb(call));
}

/* create_tmp_var() takes no class with a destructor; its bytes may be moved all
 * the same, where the program does so. */
tree copy_variable(tree type)
{
	tree t = create_tmp_var_raw(TYPE_MAIN_VARIANT(type), "scarp");

	gimple_add_tmp_var(t);
	return t;
}

/* One instruction moves so much, and nothing between. */
static bool in_one_piece(HOST_WIDE_INT bytes, tree memory)
{
	return bytes <= 8 && pow2p_hwi(bytes) &&
	       get_object_alignment(memory) >= bytes * BITS_PER_UNIT;
}

static void through_temporary(gimple_stmt_iterator *gsi, gimple *s)
{
	tree from = gimple_assign_rhs1(s);
	tree t = copy_variable(TREE_TYPE(from));
	gassign *read = gimple_build_assign(t, from);

	gimple_set_location(read, gimple_location(s));
	gsi_insert_before(gsi, read, GSI_SAME_STMT);
	gimple_assign_set_rhs1(s, t);
	update_stmt(s);
}

bool copy(gimple_stmt_iterator *gsi, gimple *s)
{
	tree to = gimple_assign_lhs(s), from = gimple_assign_rhs1(s);
	HOST_WIDE_INT bytes = int_size_in_bytes(TREE_TYPE(to));
	bool clears = TREE_CODE(from) == CONSTRUCTOR;
	bool writes = !access_private(to), reads;

	if (is_gimple_reg_type(TREE_TYPE(to)) || bytes <= 0 ||
		may_be_nonaddressable_p(to) || TYPE_ADDR_SPACE(TREE_TYPE(to)))
		return false;
	if (clears) {
		if (!writes || in_one_piece(bytes, to) ||
			CONSTRUCTOR_NELTS(from))
			return false;
		copy_over(gsi,
			gimple_build_call(function(false), 3, address(gsi, to),
				integer_zero_node, size_int(bytes)));
		return true;
	}
	if (!access_in_memory(from) || may_be_nonaddressable_p(from) ||
		TYPE_ADDR_SPACE(TREE_TYPE(from)))
		return false;
	reads = !access_private(from);
	if (!reads && !writes)
		return false;
	if ((!writes || in_one_piece(bytes, to)) &&
		(!reads || in_one_piece(bytes, from))) {
		if (!reads || !writes)
			return false;
		/* With -fnon-call-exceptions it may end its block: nothing of
		 * it can be put before. */
		if (!stmt_ends_bb_p(s)) {
			through_temporary(gsi, s);
			return false;
		}
	}
	copy_over(gsi, copy_bytes(gsi, to, from, 0, bytes));
	return true;
}
