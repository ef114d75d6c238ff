/* SPDX-License-Identifier: MIT */
/* anew.cc - what each turn of a loop sets before it is read (../turn.h), and
 * what is gone at its end
 */
#include "loop.h"

#include <algorithm>

#include "fold-const.h"
#include "gimplify.h"
#include "gimple-walk.h"
#include "plugin-version.h"
#include "tree-ssa-loop-ivopts.h"
#include "ssa.h"

/* --- places -----------------------------------------------------------------
 */

bool is_local(tree base)
{
	return VAR_P(base) || TREE_CODE(base) == PARM_DECL
		       ? !is_global_var(base)
		       : false;
}

tree place_of(tree pointer)
{
	while (TREE_CODE(pointer) == SSA_NAME) {
		gimple *s = SSA_NAME_DEF_STMT(pointer);

		if (!is_gimple_assign(s) ||
			(gimple_assign_rhs_code(s) != ADDR_EXPR &&
				!gimple_assign_cast_p(s) &&
				gimple_assign_rhs_code(s) != SSA_NAME))
			break;
		pointer = gimple_assign_rhs1(s);
	}
	return pointer;
}

bool outside(const Natural &l, tree name)
{
	basic_block bb = gimple_bb(SSA_NAME_DEF_STMT(name));

	return !bb || !l.body.count(bb);
}

/* Names of which an address is made; false: something else is in it. */
static bool names_in(tree place, std::vector<tree> *names)
{
	tree t = place;

	if (TREE_CODE(t) == ADDR_EXPR)
		for (t = TREE_OPERAND(t, 0); handled_component_p(t);
			t = TREE_OPERAND(t, 0)) {
			if (TREE_CODE(t) == ARRAY_REF)
				names->push_back(TREE_OPERAND(t, 1));
			else if (TREE_CODE(t) != COMPONENT_REF)
				return false;
		}
	names->push_back(
		TREE_CODE(t) == MEM_REF ? TREE_OPERAND(t, 0) : t);
	return true;
}

bool fixed(const Natural &l, tree place)
{
	std::vector<tree> names;

	if (!names_in(place, &names))
		return is_gimple_min_invariant(place);
	for (tree name : names)
		if (TREE_CODE(name) == SSA_NAME ? !outside(l, name)
						: !DECL_P(name) &&
				    !is_gimple_min_invariant(name))
			return false;
	return true;
}

bool is_call(
	gimple *s, enum built_in_function first, enum built_in_function last)
{
	tree f = is_gimple_call(s) ? gimple_call_fndecl(s) : NULL_TREE;

	return f && fndecl_built_in_p(f, BUILT_IN_NORMAL) &&
	       DECL_FUNCTION_CODE(f) >= first && DECL_FUNCTION_CODE(f) <= last;
}

tree loads_from(gimple *s)
{
	if (is_call(s, BUILT_IN_ATOMIC_LOAD_1, BUILT_IN_ATOMIC_LOAD_8))
		return place_of(gimple_call_arg(s, 0));
	if (gimple_assign_load_p(s) &&
		!is_local(get_base_address(gimple_assign_rhs1(s))) &&
		!access_private(gimple_assign_rhs1(s)) &&
		!may_be_nonaddressable_p(gimple_assign_rhs1(s)))
		return place_of(build_fold_addr_expr(
			unshare_expr(gimple_assign_rhs1(s))));
	return NULL_TREE;
}

/* --- what is set first ------------------------------------------------------
 */

/* May s stand before a place that is set?  Nobody sees it, and it reads where
 * each turn does. */
static bool passes(const Natural &whole, gimple *s, std::vector<Place> *found)
{
	tree place = NULL_TREE, type = NULL_TREE;

	if (is_gimple_debug(s) || gimple_clobber_p(s) || !gimple_vuse(s))
		return true;
	if (is_call(s, BUILT_IN_ATOMIC_STORE_1, BUILT_IN_ATOMIC_STORE_8)) {
		place = place_of(gimple_call_arg(s, 0));
		type = TREE_TYPE(gimple_call_arg(s, 1));
		unsigned size = 1u << (DECL_FUNCTION_CODE(gimple_call_fndecl(
					       s)) -
					BUILT_IN_ATOMIC_STORE_1);

		if (fixed(whole, place))
			found->push_back({place, size});
		return fixed(whole, place);
	}
	if (gimple_store_p(s)) {
		tree to = gimple_get_lhs(s);

		if (!is_gimple_assign(s) || gimple_assign_load_p(s))
			return false;
		if (access_private(to))
			return true;
		type = TREE_TYPE(to);
		if (is_local(get_base_address(to)))
			return like_register(cfun, get_base_address(to));
		if (may_be_nonaddressable_p(to) ||
			int_size_in_bytes(type) <= 0)
			return false;
		place = place_of(build_fold_addr_expr(unshare_expr(to)));
		if (fixed(whole, place))
			found->push_back({place,
				(unsigned HOST_WIDE_INT)int_size_in_bytes(
					type)});
		return fixed(whole, place);
	}
	if (gimple_assign_load_p(s) &&
		(access_private(gimple_assign_rhs1(s)) ||
			is_local(get_base_address(gimple_assign_rhs1(s)))))
		return true;
	place = loads_from(s);
	return place && fixed(whole, place);
}

std::vector<Place> set_anew(const Natural &l, const Natural &whole)
{
	std::vector<Place> found;
	std::set<basic_block> met;
	basic_block bb = l.head;

	while (l.body.count(bb) && met.insert(bb).second) {
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i))
			if (!passes(whole, gsi_stmt(i), &found))
				return found;
		if (!single_succ_p(bb))
			break;
		bb = single_succ(bb);
	}
	return found;
}

bool place_known_at(tree place, gimple *s)
{
	std::vector<tree> names;

	names_in(place, &names);
	for (tree name : names)
		if (!known_before(name, s))
			return false;
	return true;
}

/* --- what is gone -----------------------------------------------------------
 */

/* Does the block end in which the local is declared? */
static bool ends(gimple *s, tree *decl)
{
	if (!gimple_clobber_p(s) || !DECL_P(gimple_assign_lhs(s)))
		return false;
	*decl = gimple_assign_lhs(s);
#if GCCPLUGIN_VERSION >= 14000
	return CLOBBER_KIND(gimple_assign_rhs1(s)) == CLOBBER_STORAGE_END;
#elif GCCPLUGIN_VERSION >= 12000
	return CLOBBER_KIND(gimple_assign_rhs1(s)) == CLOBBER_EOL;
#else
	return false; /* or it is made anew, or is destroyed */
#endif
}

static bool mentions_it(gimple *, tree place, tree, void *data)
{
	tree *of = static_cast<tree *>(data);

	if (get_base_address(place) != *of)
		return false;
	*of = NULL_TREE;
	return true;
}

static bool mentions(gimple *s, tree decl)
{
	tree of = decl;

	walk_stmt_load_store_addr_ops(
		s, &of, mentions_it, mentions_it, mentions_it);
	return !of;
}

enum last {
	LAST_NOT, /* it is not mentioned */
	LAST_ENDS,
	LAST_OTHER
};

static enum last last_mention(basic_block bb, tree decl)
{
	for (gimple_stmt_iterator i = gsi_last_bb(bb); !gsi_end_p(i);
		gsi_prev(&i)) {
		gimple *s = gsi_stmt(i);

		if (is_gimple_debug(s))
			continue;
		if (gimple_clobber_p(s) && gimple_assign_lhs(s) == decl)
			return LAST_ENDS;
		if (mentions(s, decl))
			return LAST_OTHER;
	}
	return LAST_NOT;
}

bool gone(const Natural &l, tree decl)
{
	std::set<basic_block> met;
	std::vector<basic_block> todo;
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, l.head->preds)
	if (l.latch(e) && met.insert(e->src).second)
		todo.push_back(e->src);
	while (!todo.empty()) {
		basic_block bb = todo.back();
		enum last last = last_mention(bb, decl);

		todo.pop_back();
		if (last == LAST_ENDS)
			continue;
		if (last == LAST_OTHER)
			return false;
		if (bb == l.head)
			continue; /* nor has its block begun */
		FOR_EACH_EDGE(e, i, bb->preds)
		if (met.insert(e->src).second)
			todo.push_back(e->src);
	}
	return true;
}

std::vector<tree> end_in(const Natural &l)
{
	std::vector<tree> all;

	for (basic_block bb : l.body)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i)) {
			tree decl;

			if (ends(gsi_stmt(i), &decl) && is_local(decl) &&
				std::find(all.begin(), all.end(), decl) ==
					all.end())
				all.push_back(decl);
		}
	return all;
}
