/* SPDX-License-Identifier: MIT */
/* count.cc - loops that count their turns for nothing but to give up (loop.h) */
#include "loop.h"

#include "../returns.h"
#include "dominance.h"
#include "fold-const.h"
#include "ssa.h"
#include "tree-phinodes.h"
#include "tree-eh.h"

namespace
{

struct Compared {
	enum tree_code code;
	tree with;
	basic_block where;
};

/* The counts that it can have where the loop is left for another reason, if
 * they are known. */
struct Range {
	bool known = false;
	HOST_WIDE_INT first = 0, last = 0;
};

struct Count {
	const Natural &l;
	tree counter;
	tree first = NULL_TREE; /* a constant */
	HOST_WIDE_INT step = 0;
	std::vector<basic_block> resets; /* where it begins anew in the loop */
	bool next_compared = false;	 /* not this one */
	std::vector<Compared> inside, behind;
	std::set<tree> met;
	std::vector<edge> ways;
};

} // namespace

edge entry_of(const Natural &l)
{
	edge e, entry = NULL;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, l.head->preds)
	if (!l.latch(e)) {
		if (entry)
			return NULL;
		entry = e;
	}
	return entry;
}

static bool inside(const Count &count, gimple *s)
{
	return count.l.body.count(gimple_bb(s)) != 0;
}

/* What it is a copy of: a name, or a constant. */
static tree original(tree v)
{
	while (TREE_CODE(v) == SSA_NAME &&
		gimple_assign_single_p(SSA_NAME_DEF_STMT(v)) &&
		(TREE_CODE(gimple_assign_rhs1(SSA_NAME_DEF_STMT(v))) ==
				SSA_NAME ||
			CONSTANT_CLASS_P(
				gimple_assign_rhs1(SSA_NAME_DEF_STMT(v)))))
		v = gimple_assign_rhs1(SSA_NAME_DEF_STMT(v));
	return v;
}

/* The number of a step of `from`; 0: it is none. */
static HOST_WIDE_INT step_of(gimple *s, tree from)
{
	HOST_WIDE_INT by;

	if (!is_gimple_assign(s) ||
		(gimple_assign_rhs_code(s) != PLUS_EXPR &&
			gimple_assign_rhs_code(s) != MINUS_EXPR) ||
		original(gimple_assign_rhs1(s)) != from ||
		!tree_fits_shwi_p(gimple_assign_rhs2(s)))
		return 0;
	by = tree_to_shwi(gimple_assign_rhs2(s));
	return gimple_assign_rhs_code(s) == PLUS_EXPR ? by : -by;
}

/* The way on which the count begins anew, if there is one. */
static edge way_round(const Count &count, basic_block from)
{
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, from->succs)
	{
		bool all = !count.resets.empty() && single_pred_p(e->dest);

		for (basic_block reset : count.resets)
			all = all && dominated_by_p(CDI_DOMINATORS, reset,
					     e->dest);
		if (all)
			return e;
	}
	return NULL;
}

/* --- what a comparison of the count decides ---------------------------------
 */

namespace
{

/* What a truth value is where the comparison is false, and where it is true; -1:
 * that depends on something else as well. */
struct Known {
	int when[2];
};

} // namespace

static Known negated(Known k)
{
	for (int &is : k.when)
		is = is < 0 ? is : !is;
	return k;
}

/* Compared with a constant; false: with something else. */
static bool through_test(enum tree_code code, tree with, Known *k)
{
	bool equal = code == EQ_EXPR;

	if ((!equal && code != NE_EXPR) ||
		(!integer_zerop(with) && !integer_onep(with)))
		return false;
	if (equal == integer_zerop(with))
		*k = negated(*k);
	return true;
}

/* What s makes of it; false: that is not known. */
static bool through(gimple *s, Known *k)
{
	enum tree_code code = gimple_assign_rhs_code(s);

	if (TREE_CODE(TREE_TYPE(gimple_assign_lhs(s))) != BOOLEAN_TYPE)
		return false;
	switch (code) {
	case SSA_NAME:
	CASE_CONVERT:
		return true;
	case BIT_NOT_EXPR:
		*k = negated(*k);
		return true;
	case BIT_AND_EXPR:
		for (int &is : k->when)
			is = is == 0 ? 0 : -1;
		return true;
	case BIT_IOR_EXPR:
		for (int &is : k->when)
			is = is == 1 ? 1 : -1;
		return true;
	default:
		return TREE_CODE_CLASS(code) == tcc_comparison &&
		       through_test(code, gimple_assign_rhs2(s), k);
	}
}

/* Is it passed in each turn that goes round? */
static bool in_each_turn(const Natural &l, basic_block bb)
{
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, l.head->preds)
	if (l.latch(e) && !dominated_by_p(CDI_DOMINATORS, e->src, bb))
		return false;
	return true;
}

/* Does each call in the block come back? */
static bool comes_back(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		gsi_next(&i)) {
		gimple *s = gsi_stmt(i);
		tree callee;

		if (!is_gimple_call(s) || gimple_call_internal_p(s))
			continue;
		callee = gimple_call_fndecl(s);
		if (!callee || (!fndecl_built_in_p(callee) &&
				       !(DECL_EXTERNAL(callee) &&
					       function_returns(IDENTIFIER_POINTER(
						       DECL_ASSEMBLER_NAME(
							       callee))))))
			return false;
	}
	return true;
}

/* Behind all other ways out?  A turn that leaves by its count might else have
 * left by what it has read. */
static bool asked_last(const Natural &l, basic_block bb)
{
	std::set<basic_block> met;
	std::vector<basic_block> todo(1, bb);

	while (!todo.empty()) {
		basic_block from = todo.back();
		edge e;
		edge_iterator i;

		todo.pop_back();
		if (from != bb && !comes_back(from))
			return false;
		FOR_EACH_EDGE(e, i, from->succs)
		if (!l.body.count(e->dest)) {
			if (from != bb)
				return false;
		} else if (e->dest != l.head && met.insert(e->dest).second) {
			todo.push_back(e->dest);
		}
	}
	return true;
}

/* Or before it has read anything? */
static bool asked_first(const Natural &l, basic_block bb)
{
	if (bb != l.head)
		return false;
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		gsi_next(&i)) {
		gimple *s = gsi_stmt(i);

		if (!is_gimple_debug(s) && !gimple_clobber_p(s) &&
			(is_gimple_call(s) ||
				(gimple_vuse(s) &&
					!(gimple_assign_load_p(s) &&
						access_private(
							gimple_assign_rhs1(
								s))))))
			return false;
	}
	return true;
}

/* Is there a count with which the loop is given up, whatever else is so? */
static bool branches(Count *count, gimple *s, const Known &k)
{
	edge e, round = way_round(*count, gimple_bb(s));
	edge_iterator i;

	if (!in_each_turn(count->l, gimple_bb(s)) ||
		(!asked_last(count->l, gimple_bb(s)) &&
			!asked_first(count->l, gimple_bb(s))))
		return false;
	FOR_EACH_EDGE(e, i, gimple_bb(s)->succs)
	{
		int taken = (e->flags & EDGE_TRUE_VALUE) != 0;

		if ((e != round && count->l.body.count(e->dest)) ||
			(k.when[0] != taken && k.when[1] != taken))
			continue;
		if (e == round)
			count->ways.push_back(round);
		return true;
	}
	return false;
}

/* Does the truth value decide nothing but whether the loop is given up? */
static bool all_decide_leaving(Count *count, tree value, const Known &k)
{
	imm_use_iterator i;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST(use, i, value)
	{
		gimple *s = USE_STMT(use);
		Known now = k;

		if (is_gimple_debug(s))
			continue;
		if (!inside(*count, s))
			return false;
		if (gimple_code(s) == GIMPLE_COND
				? !through_test(gimple_cond_code(s),
					  gimple_cond_rhs(s), &now) ||
					!branches(count, s, now)
				: !is_gimple_assign(s) || !through(s, &now) ||
					!all_decide_leaving(count,
						gimple_assign_lhs(s), now))
			return false;
	}
	return true;
}

/* The same of a comparison. */
static bool decides_leaving(Count *count, gimple *s)
{
	const Known itself = {{0, 1}};

	if (!inside(*count, s))
		return false;
	return gimple_code(s) == GIMPLE_COND
		       ? branches(count, s, itself)
		       : all_decide_leaving(
				 count, gimple_assign_lhs(s), itself);
}

/* --- the counts -------------------------------------------------------------
 */

/* From a constant, by one, up to another: these are all counts there are.  How
 * it is compared with the end a compiler has chosen. */
static Range range(const Count &count)
{
	Range r;

	if (!count.first || count.step != 1 || count.inside.size() != 1 ||
		!count.resets.empty() || !tree_fits_shwi_p(count.first) ||
		!tree_fits_shwi_p(count.inside[0].with))
		return r;
	r.first = tree_to_shwi(count.first);
	r.last = tree_to_shwi(count.inside[0].with) - 1;
	switch (count.inside[0].code) {
	case LE_EXPR:
	case GT_EXPR:
		r.last++;
		break;
	case EQ_EXPR:
	case NE_EXPR:
	case LT_EXPR:
	case GE_EXPR:
		break;
	default:
		return r;
	}
	r.last -= count.inside[0].where == count.l.head && count.next_compared;
	r.known = r.first >= 0 && r.last > r.first;
	return r;
}

/* -1: differs from count to count. */
static int compare(HOST_WIDE_INT a, enum tree_code code, HOST_WIDE_INT b)
{
	switch (code) {
	case EQ_EXPR:
		return a == b;
	case NE_EXPR:
		return a != b;
	case LT_EXPR:
		return a < b;
	case LE_EXPR:
		return a <= b;
	case GT_EXPR:
		return a > b;
	case GE_EXPR:
		return a >= b;
	default:
		return -1;
	}
}

static bool all_alike(const Count &count)
{
	Range r = range(count);

	for (const Compared &c : count.behind) {
		HOST_WIDE_INT with;
		int first;

		if (!r.known || !tree_fits_shwi_p(c.with))
			return false;
		with = tree_to_shwi(c.with);
		first = compare(r.first, c.code, with);
		if (first < 0 || first != compare(r.last, c.code, with) ||
			((c.code == EQ_EXPR || c.code == NE_EXPR) &&
				with >= r.first && with <= r.last))
			return false;
	}
	return true;
}

/* --- uses -------------------------------------------------------------------
 */

/* What v is compared with in s, and how, v first. */
static bool comparison(gimple *s, tree v, Compared *out)
{
	tree a, b;

	if (gimple_code(s) == GIMPLE_COND) {
		out->code = gimple_cond_code(s);
		a = gimple_cond_lhs(s);
		b = gimple_cond_rhs(s);
	} else if (is_gimple_assign(s) &&
		   TREE_CODE_CLASS(gimple_assign_rhs_code(s)) ==
			   tcc_comparison) {
		out->code = gimple_assign_rhs_code(s);
		a = gimple_assign_rhs1(s);
		b = gimple_assign_rhs2(s);
	} else {
		return false;
	}
	if (b == v) {
		out->code = swap_tree_comparison(out->code);
		std::swap(a, b);
	}
	out->with = b;
	out->where = gimple_bb(s);
	return a == v && b != v;
}

static bool steady(const Count &count, tree v)
{
	basic_block bb;

	if (TREE_CODE(v) != SSA_NAME)
		return is_gimple_min_invariant(v);
	bb = gimple_bb(SSA_NAME_DEF_STMT(v));
	return !bb || !count.l.body.count(bb);
}

/* Is v, at the end of a turn, the next count or the first one? */
static bool goes_round(Count *count, tree v, basic_block from)
{
	gimple *s;

	v = original(v);
	if (count->first && from && CONSTANT_CLASS_P(v) &&
		operand_equal_p(v, count->first, 0)) {
		count->resets.push_back(from);
		return true;
	}
	if (TREE_CODE(v) != SSA_NAME || v == count->counter)
		return false;
	s = SSA_NAME_DEF_STMT(v);
	if (HOST_WIDE_INT by = step_of(s, count->counter)) {
		if (count->step && count->step != by)
			return false;
		count->step = by;
		return true;
	}
	if (gimple_code(s) != GIMPLE_PHI || !inside(*count, s) ||
		!has_single_use(v) || !count->met.insert(v).second)
		return false;
	for (unsigned n = 0; n < gimple_phi_num_args(s); n++)
		if (!goes_round(count, gimple_phi_arg_def(s, n),
			    gimple_phi_arg_edge(as_a<gphi *>(s), n)->src))
			return false;
	return true;
}

/* Is the loop left from there because of what v is, which is known then? */
static bool gives_up(const Count &count, basic_block from, tree v)
{
	gimple_stmt_iterator last = gsi_last_nondebug_bb(from);
	gimple *s = gsi_end_p(last) ? NULL : gsi_stmt(last);
	Compared c;

	return count.l.body.count(from) && s &&
	       gimple_code(s) == GIMPLE_COND && comparison(s, v, &c);
}

/* kind: 0 the count, 1 the next one, 2 either of them behind the loop */
static bool uses(Count *count, tree v, int kind)
{
	imm_use_iterator i;
	use_operand_p use;

	if (!count->met.insert(v).second)
		return true;
	FOR_EACH_IMM_USE_FAST(use, i, v)
	{
		gimple *s = USE_STMT(use);
		gphi *phi = dyn_cast<gphi *>(s);
		Compared c;

		if (is_gimple_debug(s) ||
			(phi && (gimple_phi_result(phi) == count->counter ||
					count->met.count(
						gimple_phi_result(phi)))))
			continue;
		if (is_gimple_assign(s) &&
			(gimple_assign_ssa_name_copy_p(s)) &&
			inside(*count, s) == (kind != 2)) {
			if (!uses(count, gimple_assign_lhs(s), kind))
				return false;
			continue;
		}
		if (inside(*count, s)) {
			if (comparison(s, v, &c)) {
				count->inside.push_back(c);
				count->next_compared |= kind == 1;
				if (!steady(*count, c.with) ||
					!decides_leaving(count, s))
					return false;
			} else if (kind != 0 || !step_of(s, count->counter) ||
				   !uses(count, gimple_assign_lhs(s), 1)) {
				return false;
			}
			continue;
		}
		/* The next count may be one more than all in turns. */
		if (kind == 1 &&
			!(phi && gives_up(*count,
					 gimple_phi_arg_edge(phi,
						 PHI_ARG_INDEX_FROM_USE(use))
						 ->src,
					 v)))
			return false;
		if (comparison(s, v, &c))
			count->behind.push_back(c);
		else if (!phi || !uses(count, gimple_phi_result(phi), 2))
			return false;
	}
	return true;
}

static bool counts(Count *count, gphi *phi)
{
	edge e, entry = entry_of(count->l);
	edge_iterator i;
	tree first = entry ? PHI_ARG_DEF_FROM_EDGE(phi, entry) : NULL_TREE;

	if (!entry || !INTEGRAL_TYPE_P(TREE_TYPE(count->counter)))
		return false;
	first = original(first);
	if (CONSTANT_CLASS_P(first))
		count->first = first;
	FOR_EACH_EDGE(e, i, count->l.head->preds)
	if (count->l.latch(e) &&
		!goes_round(count, PHI_ARG_DEF_FROM_EDGE(phi, e), e->src))
		return false;
	return count->step && uses(count, count->counter, 0) &&
	       all_alike(*count);
}

/* May the loop be left in a way that nobody sees? */
static bool left_unseen(const Natural &l)
{
	for (basic_block bb : l.body) {
		edge e;
		edge_iterator i;

		FOR_EACH_EDGE(e, i, bb->succs)
		if (!l.body.count(e->dest) && e->flags & EDGE_COMPLEX)
			return true;
		for (gimple_stmt_iterator k = gsi_start_bb(bb); !gsi_end_p(k);
			gsi_next(&k)) {
			gimple *s = gsi_stmt(k);

			if (is_gimple_call(s) &&
				(stmt_could_throw_p(cfun, s) ||
					gimple_call_flags(s) &
						ECF_RETURNS_TWICE))
				return true;
		}
	}
	return false;
}

Counters find_counters(const Natural &l)
{
	Counters all;

	if (left_unseen(l))
		return all;
	for (gphi_iterator i = gsi_start_phis(l.head); !gsi_end_p(i);
		gsi_next(&i)) {
		tree result = gimple_phi_result(i.phi());
		Count count = {l, result};

		if (virtual_operand_p(result) || !counts(&count, i.phi()))
			continue;
		all.all.insert(result);
		all.ways.insert(
			all.ways.end(), count.ways.begin(), count.ways.end());
	}
	return all;
}
