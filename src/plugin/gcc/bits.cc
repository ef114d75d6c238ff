/* SPDX-License-Identifier: MIT */
/* bits.cc - stores to bit fields
 *
 * The machine has none: it reads the unit that the field lies in, puts the bits
 * in and stores it, and what another thread stored between is lost.  gcc says
 * so only after tsan has announced one write.  Here the read becomes a
 * statement of its own, before the hook of the write.
 *
 * The unit is what C11 calls one memory location: all bit fields that stand
 * next to each other.
 */
#include "scarp_gcc.h"

#include "alias.h"
#include "builtins.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ssa.h"
#include "stor-layout.h"
#include "tree-ssa-loop-ivopts.h"

struct bits {
	tree object;		     /* that has the field */
	HOST_WIDE_INT at, count;     /* bits, from its beginning */
	HOST_WIDE_INT offset, bytes; /* of the unit */
};

static bool place_of(tree field, HOST_WIDE_INT *at, HOST_WIDE_INT *count)
{
	if (!tree_fits_uhwi_p(DECL_FIELD_OFFSET(field)) ||
		!tree_fits_uhwi_p(DECL_FIELD_BIT_OFFSET(field)) ||
		!DECL_SIZE(field) || !tree_fits_uhwi_p(DECL_SIZE(field)))
		return false;
	*at = int_bit_position(field);
	*count = (HOST_WIDE_INT)tree_to_uhwi(DECL_SIZE(field));
	return true;
}

/* gcc takes bit fields for neighbours, too, that lie in words of their own, and
 * no machine stores more than a word to change one: of such a unit, what the
 * field's declared type would take, or the bytes that it touches. */
static void narrow(const struct bits *b, tree type, HOST_WIDE_INT *at,
	HOST_WIDE_INT *count)
{
	HOST_WIDE_INT bytes = type ? int_size_in_bytes(type) : 0;
	HOST_WIDE_INT end = *at + *count, size = bytes * BITS_PER_UNIT;
	HOST_WIDE_INT first = size ? b->at - b->at % size : 0;

	if (size && pow2p_hwi(size) && bytes <= 8 && first >= *at &&
		first + size <= end && b->at + b->count <= first + size) {
		*at = first;
		*count = size;
		return;
	}
	*at = b->at & ~(HOST_WIDE_INT)7;
	*count = ((b->at + b->count + 7) & ~(HOST_WIDE_INT)7) - *at;
}

static bool find(tree to, struct bits *b)
{
	HOST_WIDE_INT at = 0, count = 0;
	tree unit = NULL_TREE, type = NULL_TREE;

	if (TREE_CODE(to) == BIT_FIELD_REF) {
		b->at = (HOST_WIDE_INT)tree_to_uhwi(TREE_OPERAND(to, 2));
		b->count = (HOST_WIDE_INT)tree_to_uhwi(TREE_OPERAND(to, 1));
	} else if (TREE_CODE(to) == COMPONENT_REF) {
		tree field = TREE_OPERAND(to, 1);

		type = DECL_BIT_FIELD_TYPE(field);
		if (!type || !place_of(field, &b->at, &b->count))
			return false;
		unit = DECL_BIT_FIELD_REPRESENTATIVE(field);
	}
	b->object = TREE_OPERAND(to, 0);
	/* There is none in a union, for example. */
	if (!unit || !place_of(unit, &at, &count) || count > 64)
		narrow(b, type, &at, &count);
	b->offset = at / BITS_PER_UNIT;
	b->bytes = count / BITS_PER_UNIT;
	b->at -= at;
	return !may_be_nonaddressable_p(b->object) && b->bytes > 0;
}

/* The unit as a number in memory. */
static tree number_in(
	gimple_stmt_iterator *gsi, const struct bits *b, bool is_volatile)
{
	unsigned align = get_object_alignment(b->object);
	tree type = build_nonstandard_integer_type(
		(unsigned)b->bytes * BITS_PER_UNIT, 1);
	tree any = build_pointer_type_for_mode(char_type_node, ptr_mode, true);
	tree p = force_gimple_operand_gsi(gsi,
		build_fold_addr_expr(unshare_expr(b->object)), true, NULL_TREE,
		true, GSI_SAME_STMT);
	tree memory;

	if (b->offset)
		align = MIN(align,
			(unsigned)least_bit_hwi(b->offset * BITS_PER_UNIT));
	memory = fold_build2(MEM_REF, build_aligned_type(type, align), p,
		build_int_cst(any, b->offset));
	TREE_THIS_VOLATILE(memory) = TREE_SIDE_EFFECTS(memory) = is_volatile;
	return memory;
}

static tree value(gimple_stmt_iterator *gsi, tree expression)
{
	return force_gimple_operand_gsi(
		gsi, expression, true, NULL_TREE, true, GSI_SAME_STMT);
}

/* old = unit; unit = (old without the bits) | the bits */
static void as_number(
	gimple_stmt_iterator *gsi, gimple *s, const struct bits *b)
{
	bool is_volatile = gimple_has_volatile_ops(s);
	tree memory = number_in(gsi, b, is_volatile);
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(memory));
	tree from = gimple_assign_rhs1(s), old = make_ssa_name(type), new_bits;
	unsigned width = (unsigned)b->bytes * BITS_PER_UNIT;
	wide_int mask = wi::shifted_mask(
		(unsigned)b->at, (unsigned)b->count, false, width);
	gassign *read = gimple_build_assign(old, unshare_expr(memory));

	gimple_set_location(read, gimple_location(s));
	gsi_insert_before(gsi, read, GSI_SAME_STMT);
	new_bits = value(gsi, fold_convert(type, from));
	new_bits = value(gsi, fold_build2(LSHIFT_EXPR, type, new_bits,
				      build_int_cst(integer_type_node, b->at)));
	new_bits = value(gsi, fold_build2(BIT_AND_EXPR, type, new_bits,
				      wide_int_to_tree(type, mask)));
	old = value(gsi, fold_build2(BIT_AND_EXPR, type, old,
				 wide_int_to_tree(type, wi::bit_not(mask))));
	gimple_assign_set_lhs(s, memory);
	gimple_assign_set_rhs1(
		s, value(gsi, fold_build2(BIT_IOR_EXPR, type, old, new_bits)));
	update_stmt(s);
}

/* tmp = unit; tmp.field = value; unit = tmp, for units of any size */
static void as_bytes(gimple_stmt_iterator *gsi, gimple *s, const struct bits *b)
{
	tree t = copy_variable(TREE_TYPE(b->object));
	tree to = unshare_expr(gimple_assign_lhs(s));
	gassign *inside;

	gsi_insert_before(gsi,
		copy_bytes(gsi, t, b->object, b->offset, b->bytes),
		GSI_SAME_STMT);
	TREE_OPERAND(to, 0) = t;
	inside = gimple_build_assign(to, gimple_assign_rhs1(s));
	gimple_set_location(inside, gimple_location(s));
	gsi_insert_before(gsi, inside, GSI_SAME_STMT);
	copy_over(gsi, copy_bytes(gsi, b->object, t, b->offset, b->bytes));
}

bool bits_store(gimple_stmt_iterator *gsi, gimple *s)
{
	tree to = gimple_assign_lhs(s);
	struct bits b;

	if (!access_bits(to) || access_private(to) || !find(to, &b))
		return false;
	if (b.bytes > 8 || !pow2p_hwi(b.bytes)) {
		as_bytes(gsi, s, &b);
		return true;
	}
	if (b.count == b.bytes * BITS_PER_UNIT)
		return false; /* it fills the unit */
	if (TYPE_REVERSE_STORAGE_ORDER(TREE_TYPE(b.object)) ||
		!INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_rhs1(s)))) {
		as_bytes(gsi, s, &b);
		return true;
	}
	as_number(gsi, s, &b);
	return false;
}
