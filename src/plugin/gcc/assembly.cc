/* SPDX-License-Identifier: MIT */
/* assembly.cc - inline assembly
 *
 * Operands in memory are announced in front of it; what is stored from a
 * register becomes an assignment behind it.  What else a text may touch is told
 * by ../asm_text.h: a "memory" clobber or an address in the text, and
 * instructions that are not known to keep to their operands, make a hole.
 */
#include "scarp_gcc.h"

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

static void announce(gimple_stmt_iterator *gsi, gasm *statement, tree memory,
	enum announce what)
{
	if (access_private(memory) || hook_memory(gsi, memory, what))
		return;
	hole(gimple_location(statement), SCARP_HOLE_ASSEMBLY, "");
}

static void outputs(gimple_stmt_iterator *gsi, gasm *statement)
{
	unsigned n = gimple_asm_noutputs(statement), stores = 0;
	const char **constraint = XALLOCAVEC(const char *, n + 1);
	tree *store = XALLOCAVEC(tree, n + 1);
	bool reg, mem, both, changed = false;

	for (unsigned i = 0; i < n; i++) {
		tree operand = gimple_asm_output_op(statement, i);
		tree to = TREE_VALUE(operand);

		constraint[i] =
			TREE_STRING_POINTER(TREE_VALUE(TREE_PURPOSE(operand)));
		if (!access_in_memory(to) || access_private(to) ||
			!parse_output_constraint(&constraint[i], (int)i, 0, 0,
				&mem, &reg, &both))
			continue;
		if (reg && is_gimple_reg_type(TREE_TYPE(to)) &&
			!stmt_ends_bb_p(statement)) {
			through_register(gsi, statement, i);
			changed = true;
		} else {
			announce(gsi, statement, to, WRITE);
			store[stores++] = to;
		}
	}
	for (unsigned i = 0; i + 1 < stores; i++)
		announce(gsi, statement, store[i], LOG);
	if (changed)
		update_stmt(statement);
}

void assembly(gimple_stmt_iterator *gsi, gasm *statement)
{
	const char *text = gimple_asm_string(statement);

	for (unsigned i = 0; i < gimple_asm_ninputs(statement); i++) {
		tree from = TREE_VALUE(gimple_asm_input_op(statement, i));

		if (access_in_memory(from))
			announce(gsi, statement, from, READ);
	}
	outputs(gsi, statement);
	if ((gimple_asm_clobbers_memory_p(statement) ||
		    gimple_asm_input_p(statement) || strpbrk(text, "([")) &&
		!asm_text_contained(text))
		hole(gimple_location(statement), SCARP_HOLE_ASSEMBLY, "");
}
