/* SPDX-License-Identifier: MIT */
/* assembly.cc - inline assembly
 *
 * Operands in memory are announced in front of it; what is stored from a
 * register becomes an assignment behind it.  An instruction that reads and
 * writes an operand without a lock gets a copy of it, which is read before and
 * stored behind.  What more steps a text makes of it (../asm_text.h) cannot be
 * told apart, and is announced so.
 *
 * What else a text may touch is told there, too: a "memory" clobber or an
 * address in the text, and instructions that are not known to keep to their
 * operands, make a hole.
 */
#include "scarp_gcc.h"

#include "fold-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "ssa.h"
#include "stmt.h"
#include "tree-cfg.h"

#include "../asm_text.h"
#include "../holes.h"

/* Into a register, and from there to memory as an assignment. */
static void through_register(
	gimple_stmt_iterator *gsi, gasm *statement, unsigned n)
{
	tree operand = gimple_asm_output_op(statement, n);
	tree to = TREE_VALUE(operand);
	tree t = make_ssa_name(TYPE_MAIN_VARIANT(TREE_TYPE(to)));
	gassign *store = gimple_build_assign(to, t);

	TREE_VALUE(operand) = t;
	SSA_NAME_DEF_STMT(t) = statement;
	gimple_set_location(store, gimple_location(statement));
	gsi_insert_after(gsi, store, GSI_SAME_STMT);
}

static bool shared(tree memory)
{
	return access_in_memory(memory) && !access_private(memory);
}

/* The same place, volatile or not. */
static bool same(tree a, tree b)
{
	return operand_equal_p(a, b, OEP_ADDRESS_OF | OEP_MATCH_SIDE_EFFECTS);
}

/* How many bytes, where the instruction says so by itself and the operand has no
 * more; else 0.  One that is read and written is two operands, of which the text
 * names one. */
static unsigned by_instruction(gasm *statement, tree memory)
{
	const char *text = gimple_asm_string(statement);
	unsigned out = gimple_asm_noutputs(statement), bytes = 0;

	for (unsigned i = 0; i < out + gimple_asm_ninputs(statement); i++) {
		tree operand = i < out ? gimple_asm_output_op(statement, i)
				       : gimple_asm_input_op(statement, i - out);

		if (same(memory, TREE_VALUE(operand)))
			bytes = MAX(bytes, asm_text_bytes(text, i));
	}
	return bytes >= int_size_in_bytes(TREE_TYPE(memory)) ? bytes : 0;
}

static struct asm_text_operands operands(gasm *statement);

/* One that is made at once, and seen by all. */
static bool locked(gasm *statement)
{
	return asm_text_drains(
		gimple_asm_string(statement), operands(statement).memory, false);
}

static void announce(gimple_stmt_iterator *gsi, gasm *statement, tree memory,
	enum announce what)
{
	unsigned bytes = by_instruction(statement, memory);

	if (access_private(memory))
		return;
	if (bytes && !access_bits(memory))
		hook_pointer(gsi, build_fold_addr_expr(unshare_expr(memory)),
			bytes,
			what == READ	? READ_WHOLE
			: what == WRITE ? WRITE_WHOLE
					: what);
	else if (what == WRITE && locked(statement) && !access_bits(memory) &&
		 int_size_in_bytes(TREE_TYPE(memory)) > 0)
		hook_pointer(gsi, build_fold_addr_expr(unshare_expr(memory)),
			int_size_in_bytes(TREE_TYPE(memory)), WRITE_WHOLE);
	else if (!hook_memory(gsi, memory, what))
		hole_made(gsi, SCARP_HOLE_ASSEMBLY);
}

/* An operand that is written: is it also read? */
static bool is_read(gasm *statement, tree memory)
{
	for (unsigned i = 0; i < gimple_asm_ninputs(statement); i++)
		if (same(memory, TREE_VALUE(gimple_asm_input_op(statement, i))))
			return true;
	return false;
}

/* Does an output that is a register in the text, or may be one, go there? */
static bool in_register(gasm *statement, unsigned i)
{
	tree operand = gimple_asm_output_op(statement, i);
	const char *constraint =
		TREE_STRING_POINTER(TREE_VALUE(TREE_PURPOSE(operand)));
	bool reg, mem, both;

	return parse_output_constraint(
		       &constraint, (int)i, 0, 0, &mem, &reg, &both) &&
	       reg && is_gimple_reg_type(TREE_TYPE(TREE_VALUE(operand))) &&
	       !stmt_ends_bb_p(statement);
}

/* With a "memory" clobber, an input may be stored to. */
static bool stored(gasm *statement, unsigned input)
{
	unsigned n = gimple_asm_noutputs(statement) + input;

	return gimple_asm_clobbers_memory_p(statement) && n < 64 &&
	       shared(TREE_VALUE(gimple_asm_input_op(statement, input))) &&
	       asm_text_effect(gimple_asm_string(statement), {1ul << n, 0})
		       .stores;
}

/* The operands of the text that lie in memory. */
static struct asm_text_operands operands(gasm *statement)
{
	unsigned n = gimple_asm_noutputs(statement);
	struct asm_text_operands o = {0, 0};

	for (unsigned i = 0; i < n && i < 64; i++) {
		tree to = TREE_VALUE(gimple_asm_output_op(statement, i));

		if (!shared(to) || in_register(statement, i))
			continue;
		o.memory |= 1ul << i;
		if (is_read(statement, to))
			o.updated |= 1ul << i;
	}
	for (unsigned i = 0; i < gimple_asm_ninputs(statement) && n + i < 64;
		i++) {
		if (shared(TREE_VALUE(gimple_asm_input_op(statement, i))))
			o.memory |= 1ul << (n + i);
		if (stored(statement, i))
			o.updated |= 1ul << (n + i);
	}
	return o;
}

/* tmp = x; the text does it to tmp; x = tmp */
static bool through_copy(gimple_stmt_iterator *gsi, gasm *statement, tree to)
{
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(to)), t, old, now;
	gassign *store;

	if (!is_gimple_reg_type(type) || int_size_in_bytes(type) > 8 ||
		by_instruction(statement, to) > 8 || access_bits(to) ||
		stmt_ends_bb_p(statement))
		return false;
	t = create_tmp_var(type, "scarp");
	mark_addressable(t);
	old = make_ssa_name(type);
	now = make_ssa_name(type);
	for (gassign *s : {gimple_build_assign(old, unshare_expr(to)),
		     gimple_build_assign(t, old)}) {
		gimple_set_location(s, gimple_location(statement));
		gsi_insert_before(gsi, s, GSI_SAME_STMT);
	}
	store = gimple_build_assign(unshare_expr(to), now);
	gimple_set_location(store, gimple_location(statement));
	gsi_insert_after(gsi, store, GSI_SAME_STMT);
	gsi_insert_after(gsi, gimple_build_assign(now, t), GSI_SAME_STMT);
	for (unsigned i = 0; i < gimple_asm_ninputs(statement); i++) {
		tree operand = gimple_asm_input_op(statement, i);

		if (same(to, TREE_VALUE(operand)))
			TREE_VALUE(operand) = t;
	}
	for (unsigned i = 0; i < gimple_asm_noutputs(statement); i++) {
		tree operand = gimple_asm_output_op(statement, i);

		if (same(to, TREE_VALUE(operand)))
			TREE_VALUE(operand) = t;
	}
	update_stmt(statement);
	return true;
}

/* True: nothing of it is left to be announced as torn. */
static bool divided(gimple_stmt_iterator *gsi, gasm *statement,
	enum asm_text_steps steps, struct asm_text_operands o)
{
	if (steps != ASM_TEXT_UPDATE)
		return steps == ASM_TEXT_ONE;
	for (unsigned i = 0; i < gimple_asm_noutputs(statement) && i < 64; i++)
		if (o.updated >> i & 1 &&
			asm_text_named(gimple_asm_string(statement), 1ul << i))
			return through_copy(gsi, statement,
				TREE_VALUE(gimple_asm_output_op(statement, i)));
	return false;
}

static void accesses(gimple_stmt_iterator *gsi, gasm *statement, bool torn)
{
	unsigned in = gimple_asm_ninputs(statement), stores = 0;
	unsigned out = gimple_asm_noutputs(statement);
	tree *store = XALLOCAVEC(tree, in + out + 1);
	bool changed = false;

	for (unsigned i = 0; i < in; i++) {
		tree from = TREE_VALUE(gimple_asm_input_op(statement, i));

		if (access_in_memory(from))
			announce(gsi, statement, from, torn ? READ_TORN : READ);
		if (stored(statement, i))
			store[stores++] = from;
	}
	for (unsigned i = 0; i < out; i++) {
		tree to = TREE_VALUE(gimple_asm_output_op(statement, i));

		if (!shared(to))
			continue;
		if (in_register(statement, i)) {
			through_register(gsi, statement, i);
			changed = true;
		} else {
			store[stores++] = to;
		}
	}
	for (unsigned i = 0; i < stores; i++)
		announce(gsi, statement, store[i], torn ? WRITE_TORN : WRITE);
	for (unsigned i = 0; i + 1 < stores; i++)
		announce(gsi, statement, store[i], LOG);
	if (changed)
		update_stmt(statement);
}

/* --- variables that are registers --------------------------------------------
 *
 * They are set right in front of the statement, and what is announced there is
 * a call, which would use these registers.
 */

static bool is_register(tree t)
{
	return VAR_P(t) && DECL_HARD_REGISTER(t);
}

/* Could an assignment to a register be made behind this one as well? */
static bool may_pass(gimple *s)
{
	if (is_gimple_debug(s))
		return true;
	if (!is_gimple_assign(s) && !is_gimple_call(s))
		return false;
	for (unsigned i = 1; i < gimple_num_ops(s); i++)
		if (gimple_op(s, i) && is_register(gimple_op(s, i)))
			return false;
	return true;
}

static void registers_set(
	gimple_stmt_iterator at, auto_vec<gimple *, 8> *set)
{
	for (gsi_prev(&at); !gsi_end_p(at) && may_pass(gsi_stmt(at));
		gsi_prev(&at))
		if (is_gimple_assign(gsi_stmt(at)) &&
			is_register(gimple_assign_lhs(gsi_stmt(at))))
			set->safe_push(gsi_stmt(at));
}

/* Behind all that was put in front of it; the latest stands first. */
static void set_registers_again(
	gasm *statement, const auto_vec<gimple *, 8> *set)
{
	for (unsigned i = set->length(); i-- > 0;) {
		gimple_stmt_iterator from = gsi_for_stmt((*set)[i]);
		gimple_stmt_iterator to = gsi_for_stmt(statement);

		gsi_move_before(&from, &to);
	}
}

void assembly(gimple_stmt_iterator *gsi, gasm *statement)
{
	const char *text = gimple_asm_string(statement);
	struct asm_text_operands o = operands(statement);
	enum asm_text_steps steps = asm_text_effect(text, o).steps;
	auto_vec<gimple *, 8> set;

	if (asm_text_prefetches(text))
		return;
	registers_set(*gsi, &set);
	if (asm_text_drains(text, o.memory, true))
		fence(gsi, gimple_location(statement));
	if (asm_text_orders_stores(text))
		store_fence(gsi, gimple_location(statement));
	if (asm_text_non_temporal(text))
		non_temporal(gsi, gimple_location(statement));
	accesses(gsi, statement, !divided(gsi, statement, steps, o));
	if ((gimple_asm_clobbers_memory_p(statement) ||
		    gimple_asm_input_p(statement) || strpbrk(text, "([")) &&
		!asm_text_contained(text))
		hole_made(gsi, SCARP_HOLE_ASSEMBLY);
	set_registers_again(statement, &set);
}
