/* SPDX-License-Identifier: MIT */
/* segment.cc - what is reached through a segment register (__seg_fs, __seg_gs)
 *
 * The address that the program computes is none without the register, and tsan
 * would announce it as if it were.  tsan leaves alone what is marked read-only:
 * so is each reference here, which after it means nothing to gcc.  A variable
 * must not be marked so, and is reached by a pointer.
 */
#include "scarp_gcc.h"

#include "gimplify.h"
#include "ssa.h"

#include "../holes.h"

static bool elsewhere(tree t)
{
	return !ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(t)));
}

/* Where in an operand what it is a part of stands. */
static tree *base_in(tree *operand)
{
	while (handled_component_p(*operand))
		operand = &TREE_OPERAND(*operand, 0);
	return operand;
}

static tree by_pointer(gimple_stmt_iterator *gsi, tree variable)
{
	tree type = build_pointer_type(TREE_TYPE(variable));
	tree p = make_ssa_name(type);
	gassign *s = gimple_build_assign(p, build1(ADDR_EXPR, type, variable));

	TREE_ADDRESSABLE(variable) = 1;
	gsi_insert_before(gsi, s, GSI_SAME_STMT);
	return build2(MEM_REF, TREE_TYPE(variable), p, build_int_cst(type, 0));
}

static bool reference(tree base)
{
	return TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF ||
	       (VAR_P(base) && is_global_var(base));
}

static bool mark(gimple_stmt_iterator *gsi, tree *operand)
{
	tree *at;

	if (!*operand || TREE_CODE(*operand) == SSA_NAME ||
		!reference(*(at = base_in(operand))) || !elsewhere(*at))
		return false;
	hole(gimple_location(gsi_stmt(*gsi)), SCARP_HOLE_SEGMENT, "");
	*operand = unshare_expr(*operand);
	at = base_in(operand);
	if (DECL_P(*at))
		*at = by_pointer(gsi, *at);
	TREE_READONLY(*at) = 1;
	return true;
}

void segments(gimple_stmt_iterator *gsi)
{
	gimple *s = gsi_stmt(*gsi);
	gasm *text = dyn_cast<gasm *>(s);
	bool marked = false;

	if (!text) {
		for (unsigned i = 0; i < gimple_num_ops(s); i++)
			marked |= mark(gsi, gimple_op_ptr(s, i));
	} else {
		for (unsigned i = 0; i < gimple_asm_noutputs(text); i++)
			marked |= mark(gsi,
				&TREE_VALUE(gimple_asm_output_op(text, i)));
		for (unsigned i = 0; i < gimple_asm_ninputs(text); i++)
			marked |= mark(gsi,
				&TREE_VALUE(gimple_asm_input_op(text, i)));
	}
	if (marked)
		update_stmt(s);
}
