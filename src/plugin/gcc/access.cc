/* SPDX-License-Identifier: MIT */
/* access.cc - what an access is, and hooks of scarp's own
 *
 * access_announced() knows what tsan.cc of gcc 12 leaves out; what it says of
 * the rest only decides whether one announcement is made or two.
 */
#include "scarp_gcc.h"

#include "builtins.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ssa.h"
#include "tree-ssa-loop-ivopts.h"

tree hook_declaration[ANNOUNCES];

/* Declared like gcc's own hooks, so that nothing moves across. */
static tree hook(enum announce what)
{
	static const char *const names[ANNOUNCES] = {"__scarp_read_range",
		"__scarp_write_range", "__scarp_log_range", "__scarp_read_torn",
		"__scarp_write_torn", "__scarp_read_whole",
		"__scarp_write_whole"};
	tree type, d = hook_declaration[what];

	if (d)
		return d;
	type = build_function_type_list(
		void_type_node, ptr_type_node, size_type_node, NULL_TREE);
	d = build_fn_decl(names[what], type);
	SET_DECL_ASSEMBLER_NAME(d, get_identifier(names[what]));
	return hook_declaration[what] = d;
}

static tree base_of(tree memory)
{
	tree base = get_base_address(memory);

	return base ? base : memory;
}

bool access_in_memory(tree t)
{
	if (!t || TREE_CODE(t) == SSA_NAME || is_gimple_min_invariant(t))
		return false;
	if (TREE_CODE(t) == WITH_SIZE_EXPR)
		t = TREE_OPERAND(t, 0);
	t = base_of(t);
	return (DECL_P(t) && TREE_CODE(t) != FUNCTION_DECL &&
		       TREE_CODE(t) != LABEL_DECL) ||
	       TREE_CODE(t) == MEM_REF || TREE_CODE(t) == TARGET_MEM_REF;
}

static bool escapes(tree local)
{
	struct pt_solution escaped;

	memset(&escaped, 0, sizeof escaped);
	escaped.escaped = 1;
	escaped.ipa_escaped = flag_ipa_pta != 0;
	return pt_solution_includes(&escaped, local) && may_be_aliased(local);
}

bool access_private(tree memory)
{
	tree base = base_of(memory);

	if (CONSTANT_CLASS_P(base)) /* of a string, say: "0123"[x] */
		return true;
	if (DECL_P(base) && !is_global_var(base) && !escapes(base))
		return true;
	return TREE_READONLY(base) || (VAR_P(base) && DECL_HARD_REGISTER(base));
}

bool access_bits(tree memory)
{
	return TREE_CODE(memory) == BIT_FIELD_REF ||
	       (TREE_CODE(memory) == COMPONENT_REF &&
		       DECL_BIT_FIELD_TYPE(TREE_OPERAND(memory, 1)));
}

static bool constant_place(tree memory, bool write)
{
	tree field;

	if (TREE_CODE(memory) == BIT_FIELD_REF)
		return tree_fits_uhwi_p(TREE_OPERAND(memory, 1)) &&
		       tree_fits_uhwi_p(TREE_OPERAND(memory, 2));
	field = TREE_OPERAND(memory, 1);
	if (write && DECL_BIT_FIELD_REPRESENTATIVE(field))
		field = DECL_BIT_FIELD_REPRESENTATIVE(field);
	return tree_fits_uhwi_p(DECL_FIELD_OFFSET(field)) &&
	       tree_fits_uhwi_p(DECL_FIELD_BIT_OFFSET(field)) &&
	       tree_fits_uhwi_p(DECL_SIZE(field));
}

bool access_announced(tree memory, bool write)
{
	if (int_size_in_bytes(TREE_TYPE(memory)) <= 0)
		return false;
	if (!access_bits(memory))
		return !may_be_nonaddressable_p(memory) &&
		       get_object_alignment(memory) >= BITS_PER_UNIT;
	return constant_place(memory, write) &&
	       !may_be_nonaddressable_p(TREE_OPERAND(memory, 0)) &&
	       get_object_alignment(TREE_OPERAND(memory, 0)) >= BITS_PER_UNIT;
}

static void insert(
	gimple_stmt_iterator *gsi, tree pointer, tree size, enum announce what)
{
	gcall *call;

	pointer = force_gimple_operand_gsi(
		gsi, pointer, true, NULL_TREE, true, GSI_SAME_STMT);
	call = gimple_build_call(hook(what), 2, pointer, size);
	gimple_set_location(call, gimple_location(gsi_stmt(*gsi)));
	gsi_insert_before(gsi, call, GSI_SAME_STMT);
}

bool hook_memory(gimple_stmt_iterator *gsi, tree memory, enum announce what)
{
	tree size = NULL_TREE;

	if (TREE_CODE(memory) == WITH_SIZE_EXPR) {
		size = TREE_OPERAND(memory, 1);
		memory = TREE_OPERAND(memory, 0);
	}
	while (handled_component_p(memory) &&
		(access_bits(memory) || may_be_nonaddressable_p(memory))) {
		memory = TREE_OPERAND(memory, 0);
		size = NULL_TREE;
	}
	if (!size) {
		if (int_size_in_bytes(TREE_TYPE(memory)) < 0)
			return false;
		size = size_int(int_size_in_bytes(TREE_TYPE(memory)));
	}
	if (integer_zerop(size))
		return true;
	if (may_be_nonaddressable_p(memory))
		return false;
	insert(gsi, build_fold_addr_expr(unshare_expr(memory)), size, what);
	return true;
}

void hook_pointer(gimple_stmt_iterator *gsi, tree pointer, unsigned size,
	enum announce what)
{
	if (TREE_CODE(pointer) == ADDR_EXPR &&
		access_private(TREE_OPERAND(pointer, 0)))
		return;
	insert(gsi, pointer, size_int(size), what);
}
