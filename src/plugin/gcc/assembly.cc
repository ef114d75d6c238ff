/* SPDX-License-Identifier: MIT */
/* assembly.cc - inline assembly
 *
 * Operands in memory are announced in front of it.  Assembly that says it
 * touches other memory (a "memory" clobber, or no operands at all) is a hole,
 * unless it is empty or made of instructions that touch none.
 */
#include "scarp_gcc.h"

#include "gimplify.h"
#include "ssa.h"
#include "stmt.h"
#include "tree-cfg.h"

#include "../holes.h"

/* One instruction without operands, or a fence written as one. */
static bool touches_nothing(const char *s, size_t n)
{
	static const char *const known[] = {"", "nop", "pause", "rep",
		"rep nop", "rep; nop", "mfence", "lfence", "sfence", "cpuid",
		"rdtsc", "rdtscp", "lock", "endbr64", "ud2", "int3", "hlt",
		"lock addl $0,0(%rsp)", "lock addl $0, 0(%rsp)",
		"lock addl $0,(%rsp)", "lock addl $0, (%rsp)",
		"addl $0,0(%rsp)", "addl $0, 0(%rsp)", "addl $0,(%rsp)",
		"addl $0, (%rsp)"};

	for (const char *k : known)
		if (strlen(k) == n && strncmp(s, k, n) == 0)
			return true;
	return false;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* `%%` in a template is one `%`. */
static char *plain(const char *text)
{
	char *out = xstrdup(text), *to = out;

	for (; *text; text++) {
		if (text[0] == '%' && text[1] == '%')
			text++;
		*to++ = *text;
	}
	*to = 0;
	return out;
}

static bool empty_or_harmless(const char *text)
{
	char *copy = plain(text), *at = copy;
	bool all = true;

	while (all && *at) {
		size_t n = strcspn(at, ";\n"), length;
		const char *start = at;

		at += n + (at[n] != 0);
		while (n && is_space(*start)) {
			start++;
			n--;
		}
		for (length = n; length && is_space(start[length - 1]);)
			length--;
		all = *start == '#' || touches_nothing(start, length);
	}
	free(copy);
	return all;
}

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

static void announce(
	gimple_stmt_iterator *gsi, gasm *statement, tree memory, bool write)
{
	if (access_private(memory) || hook_memory(gsi, memory, write))
		return;
	hole(gimple_location(statement), SCARP_HOLE_ASSEMBLY, "");
}

/* A store is announced last, for an execution may be put back to the moment of
 * any announcement, and the next one must find the store still to be logged. So
 * there can be only one: true when this was not the first. */
static bool outputs(gimple_stmt_iterator *gsi, gasm *statement)
{
	unsigned n = gimple_asm_noutputs(statement), stores = 0;
	const char **constraint = XALLOCAVEC(const char *, n + 1);
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
			announce(gsi, statement, to, true);
			stores++;
		}
	}
	if (changed)
		update_stmt(statement);
	return stores > 1;
}

void assembly(gimple_stmt_iterator *gsi, gasm *statement)
{
	bool open;

	for (unsigned i = 0; i < gimple_asm_ninputs(statement); i++) {
		tree from = TREE_VALUE(gimple_asm_input_op(statement, i));

		if (access_in_memory(from))
			announce(gsi, statement, from, false);
	}
	open = outputs(gsi, statement);
	if (gimple_asm_clobbers_memory_p(statement) ||
		gimple_asm_input_p(statement))
		open |= !empty_or_harmless(gimple_asm_string(statement));
	if (open)
		hole(gimple_location(statement), SCARP_HOLE_ASSEMBLY, "");
}
