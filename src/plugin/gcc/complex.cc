/* SPDX-License-Identifier: MIT */
/* complex.cc - at -O0 gcc makes two accesses of a complex number, which tsan
 * announces as one; from -O1 on it has taken it apart before
 *
 *     t = g;    becomes    r = __real__ g; i = __imag__ g; t = {r, i};
 *     g = t;    becomes    __real__ g = __real__ t; __imag__ g = __imag__ t;
 */
#include "scarp_gcc.h"

#include "gimplify.h"
#include "gimplify-me.h"
#include "options.h"
#include "ssa.h"

static tree part_of(enum tree_code code, tree memory)
{
	tree part = build1(
		code, TREE_TYPE(TREE_TYPE(memory)), unshare_expr(memory));

	TREE_THIS_VOLATILE(part) = TREE_THIS_VOLATILE(memory);
	TREE_SIDE_EFFECTS(part) = TREE_SIDE_EFFECTS(memory);
	return part;
}

static void put(gimple_stmt_iterator *gsi, tree to, tree from)
{
	gassign *s = gimple_build_assign(to, from);

	gimple_set_location(s, gimple_location(gsi_stmt(*gsi)));
	gsi_insert_before(gsi, s, GSI_SAME_STMT);
}

static tree loaded(
	gimple_stmt_iterator *gsi, enum tree_code code, tree memory)
{
	tree value = make_ssa_name(TREE_TYPE(TREE_TYPE(memory)));

	put(gsi, value, part_of(code, memory));
	return value;
}

static tree part_of_value(
	gimple_stmt_iterator *gsi, enum tree_code code, tree value)
{
	return force_gimple_operand_gsi(gsi,
		fold_build1(code, TREE_TYPE(TREE_TYPE(value)), value), true,
		NULL_TREE, true, GSI_SAME_STMT);
}

bool complex_parts(gimple_stmt_iterator *gsi, gimple *s)
{
	tree to = gimple_assign_lhs(s), from = gimple_assign_rhs1(s);
	tree real, imaginary;

	if (optimize || !gimple_assign_single_p(s) ||
		TREE_CODE(TREE_TYPE(to)) != COMPLEX_TYPE)
		return false;
	if (gimple_store_p(s) && !access_private(to) && is_gimple_val(from)) {
		real = part_of_value(gsi, REALPART_EXPR, from);
		imaginary = part_of_value(gsi, IMAGPART_EXPR, from);
		put(gsi, part_of(REALPART_EXPR, to), real);
		gimple_assign_set_lhs(s, part_of(IMAGPART_EXPR, to));
		gimple_assign_set_rhs1(s, imaginary);
	} else if (gimple_assign_load_p(s) && !access_private(from) &&
		   is_gimple_reg(to)) {
		real = loaded(gsi, REALPART_EXPR, from);
		imaginary = loaded(gsi, IMAGPART_EXPR, from);
		gimple_assign_set_rhs_with_ops(
			gsi, COMPLEX_EXPR, real, imaginary);
		s = gsi_stmt(*gsi);
	} else {
		return false;
	}
	update_stmt(s);
	return true;
}
