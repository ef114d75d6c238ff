/* SPDX-License-Identifier: MIT */
/* pass.cc - the pass before tsan: visits every statement of a function
 *
 * tsan stands in the list of -O0 under the name tsan0, which is walked at all
 * levels: the pass before it does its work only where tsan0 does.
 */
#include "scarp_gcc.h"

#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "basic-block.h"
#include "context.h"
#include "options.h"
#include "ssa.h"
#include "tree-pass.h"

#include "../holes.h"

void assignment(gimple_stmt_iterator *gsi, gimple *s)
{
	bool stores = gimple_store_p(s), loads;
	tree to, from;

	if (gimple_clobber_p(s) || complex_parts(gsi, s) ||
		(stores && (bits_store(gsi, s) || copy(gsi, s))))
		return;
	loads = gimple_assign_load_p(s);
	to = gimple_assign_lhs(s);
	from = gimple_assign_rhs1(s);
	if ((stores && !access_private(to) && !access_announced(to, true) &&
		    !hook_memory(gsi, to, WRITE)) ||
		(loads && !access_private(from) &&
			!access_announced(from, false) &&
			!hook_memory(gsi, from, READ)) ||
		(!stores && !loads && !access_private(from)))
		unknown(gimple_location(s),
			get_tree_code_name(TREE_CODE(from)));
}

/* `return g` with g in memory that others see. */
static void returned(gimple_stmt_iterator *gsi, greturn *s)
{
	tree value = gimple_return_retval(s);

	if (access_in_memory(value) && TREE_CODE(value) != RESULT_DECL &&
		!access_private(value) && !hook_memory(gsi, value, READ))
		unknown(gimple_location(s), "return");
}

static void call(gimple_stmt_iterator *gsi, gcall *s)
{
	tree function = gimple_call_fndecl(s);

	if (gimple_call_internal_p(s)) {
		internal_call(s);
		return;
	}
	call_arguments(gsi, s);
	if (function && fndecl_built_in_p(function, BUILT_IN_NORMAL))
		builtin_call(gsi, s, function);
	else if (function && fndecl_built_in_p(function, BUILT_IN_MD))
		machine_call(gsi, s, function);
	call_results(gsi, s);
}

static void statement(gimple_stmt_iterator *gsi)
{
	gimple *s = gsi_stmt(*gsi);

	segments(gsi);
	if (gimple_code(s) == GIMPLE_ASM) {
		assembly(gsi, as_a<gasm *>(s));
		return;
	}
	if (is_gimple_debug(s) || !gimple_has_mem_ops(s) || !gimple_vuse(s))
		return;
	switch (gimple_code(s)) {
	case GIMPLE_ASSIGN:
		assignment(gsi, s);
		return;
	case GIMPLE_CALL:
		call(gsi, as_a<gcall *>(s));
		return;
	case GIMPLE_RETURN:
		returned(gsi, as_a<greturn *>(s));
		return;
	default:
		unknown(gimple_location(s), gimple_code_name[gimple_code(s)]);
	}
}

static bool others_may_know(tree t)
{
	return t && access_in_memory(t) && !access_private(t);
}

/* Of a function that nothing announces: what becomes no call of a library, but
 * instructions of its own. */
static bool touches_memory(gimple *s)
{
	bool in_memory = false;

	if (gimple_code(s) == GIMPLE_ASM)
		return true;
	if (is_gimple_debug(s) || !gimple_vuse(s) || gimple_clobber_p(s))
		return false;
	if (is_gimple_call(s) &&
		(gimple_call_internal_p(s) || gimple_call_builtin_p(s)))
		return true;
	for (unsigned i = 0; i < gimple_num_ops(s); i++) {
		in_memory |= access_in_memory(gimple_op(s, i));
		if (others_may_know(gimple_op(s, i)))
			return true;
	}
	return is_gimple_assign(s) && !in_memory;
}

static bool touches_memory(function *f)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, f)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		gsi_next(&i))
		if (touches_memory(gsi_stmt(i)))
			return true;
	return false;
}

static bool is_naked(tree decl)
{
	return lookup_attribute("naked", DECL_ATTRIBUTES(decl));
}

/* Before its body becomes statements, which is when it would get a hook for its
 * end. */
void naked_declared(tree decl)
{
	tree is = lookup_attribute("no_sanitize", DECL_ATTRIBUTES(decl));
	unsigned flags = SANITIZE_THREAD;

	if (!(flag_sanitize & SANITIZE_THREAD) || !is_naked(decl))
		return;
	if (is)
		flags |= (unsigned)tree_to_uhwi(TREE_VALUE(is));
	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("no_sanitize"),
		build_int_cst(unsigned_type_node, flags),
		DECL_ATTRIBUTES(decl));
}

static unsigned visit(function *f)
{
	basic_block bb;

	if (!(flag_sanitize & SANITIZE_THREAD))
		return 0;
	if (is_naked(f->decl)) { /* no call finds a frame there */
		hole(DECL_SOURCE_LOCATION(f->decl), SCARP_HOLE_NAKED,
			IDENTIFIER_POINTER(DECL_NAME(f->decl)));
		return 0;
	}
	if (!sanitize_flags_p(SANITIZE_THREAD)) {
		if (touches_memory(f))
			hole(DECL_SOURCE_LOCATION(f->decl), SCARP_HOLE_FUNCTION,
				IDENTIFIER_POINTER(DECL_NAME(f->decl)));
		return 0;
	}
	hooks_see_all();
	loops(f);
	FOR_EACH_BB_FN(bb, f)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		gsi_next(&i))
		statement(&i);
	return 0;
}

static const pass_data optimized = {GIMPLE_PASS, "scarp", OPTGROUP_NONE,
	TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa};
static const pass_data plain = {GIMPLE_PASS, "scarp0", OPTGROUP_NONE, TV_NONE,
	PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa};

struct pass : gimple_opt_pass {
	bool at_0;

	pass(bool at_0)
	    : gimple_opt_pass(at_0 ? plain : optimized, g), at_0(at_0)
	{
	}
	opt_pass *clone() final override
	{
		return new pass(at_0);
	}
	bool gate(function *) final override
	{
		return !at_0 || !optimize;
	}
	unsigned execute(function *f) final override
	{
		return visit(f);
	}
};

static void before(const char *plugin, const char *name, bool at_0)
{
	struct register_pass_info info = {
		new pass(at_0), name, 0, PASS_POS_INSERT_BEFORE};

	register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

void pass_register(const char *plugin)
{
	before(plugin, "tsan", false);
	before(plugin, "tsan0", true);
}
