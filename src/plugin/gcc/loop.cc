/* SPDX-License-Identifier: MIT */
/* loop.cc - heads of loops (../turn.h)
 *
 * Natural loops alone, found by dominators: gcc's own list of loops is not kept
 * at all levels.  What is carried round is the head's phi nodes, and locals in
 * memory.  Those that only direct accesses and the `expected` of a compare and
 * exchange touch are as good as registers.
 */
#include "loop.h"

#include <algorithm>

#include "cfganal.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "hard-reg-set.h"
#include "dominance.h"
#include "gimple-walk.h"
#include "tree-ssa-loop-ivopts.h"
#include "ssa.h"
#include "tree-phinodes.h"
#include "tree-into-ssa.h"

#include "../turn.h"

namespace
{

/* What the loop stores to and carries round in memory without hooks, or could.
 */
struct Local {
	tree decl;
	bool live; /* read from the head on before it is set */
};

/* What stands before the loop and in it reads the same place anew (turn.h). */
struct Reread {
	gimple *load = NULL;	/* before the loop */
	tree value = NULL_TREE; /* a phi node's result, or a local */
};

struct Loop : Natural {
	std::vector<Local> locals;
	Reread reread;
	Counters counters;
	std::vector<Place> anew;
	const Loop *same = NULL; /* one around it that begins at the same place:
				    what goes round that goes round this one */
	bool told = false;	 /* by such a loop inside */
	unsigned depth = 1;
	unsigned number = 0;
};

typedef std::vector<Loop> Loops;

} // namespace

static tree turn_declaration(void)
{
	tree type, d;

	type = build_varargs_function_type_list(void_type_node,
		unsigned_type_node, unsigned_type_node, NULL_TREE);
	d = build_fn_decl(SCARP_TURN, type);
	SET_DECL_ASSEMBLER_NAME(d, get_identifier(SCARP_TURN));
	return d;
}

static void add_back_edge(Loops *loops, edge e)
{
	std::vector<basic_block> todo;
	Loop *loop = NULL;

	for (Loop &l : *loops)
		if (l.head == e->dest)
			loop = &l;
	if (!loop) {
		loops->push_back(Loop());
		loop = &loops->back();
		loop->head = e->dest;
		loop->body.insert(e->dest);
	}
	if (loop->body.insert(e->src).second)
		todo.push_back(e->src);
	while (!todo.empty()) {
		basic_block bb = todo.back();
		edge in;
		edge_iterator i;

		todo.pop_back();
		FOR_EACH_EDGE(in, i, bb->preds)
		if (loop->body.insert(in->src).second)
			todo.push_back(in->src);
	}
}

static Loops find(function *f)
{
	Loops loops;
	basic_block bb;
	edge e;
	edge_iterator i;

	calculate_dominance_info(CDI_DOMINATORS);
	FOR_EACH_BB_FN(bb, f)
	FOR_EACH_EDGE(e, i, bb->succs)
	if (e->dest != EXIT_BLOCK_PTR_FOR_FN(f) &&
		dominated_by_p(CDI_DOMINATORS, bb, e->dest))
		add_back_edge(&loops, e);
	for (Loop &l : loops)
		for (const Loop &around : loops)
			l.depth += &around != &l && around.head != l.head &&
				   around.body.count(l.head);
	return loops;
}

/* Does nothing happen between the head and the other one, which comes next?
 * Compilers make of a loop with several ways back several loops. */
static bool leads_to(basic_block head, const Loop &inner)
{
	edge e;
	edge_iterator i;

	while (head != inner.head) {
		if (!single_succ_p(head))
			return false;
		for (gimple_stmt_iterator k = gsi_start_bb(head); !gsi_end_p(k);
			gsi_next(&k))
			if (!is_gimple_debug(gsi_stmt(k)) &&
				gimple_code(gsi_stmt(k)) != GIMPLE_LABEL &&
				gimple_code(gsi_stmt(k)) != GIMPLE_NOP)
				return false;
		e = single_succ_edge(head);
		if (e->dest == inner.head)
			break;
		head = e->dest;
		if (!single_pred_p(head))
			return false;
	}
	FOR_EACH_EDGE(e, i, inner.head->preds)
	if (!inner.latch(e) && e->src != head)
		return false;
	return true;
}

static void find_same(Loops *loops)
{
	for (Loop &inner : *loops)
		for (Loop &around : *loops)
			if (around.head != inner.head && !around.told &&
				around.body.count(inner.head) &&
				leads_to(around.head, inner)) {
				inner.same = &around;
				around.told = true;
				break;
			}
}

/* Something that others may have to do with. */
static bool looks(gimple *s)
{
	if (is_gimple_debug(s))
		return false;
	if (is_gimple_call(s))
		return !gimple_call_internal_p(s);
	if (gimple_code(s) == GIMPLE_ASM)
		return true;
	return gimple_assign_load_p(s) &&
	       !access_private(gimple_assign_rhs1(s));
}

static bool looks(const Loop &l)
{
	for (basic_block bb : l.body)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i))
			if (looks(gsi_stmt(i)))
				return true;
	return false;
}

static bool regular(const Loop &l)
{
	edge e;
	edge_iterator i;

	if (l.same && !regular(*l.same))
		return false;
	FOR_EACH_EDGE(e, i, l.head->preds)
	if (e->flags & EDGE_COMPLEX)
		return false;
	return true;
}

static HOST_WIDE_INT bytes_of(tree type)
{
	return int_size_in_bytes(type);
}

/* --- locals in memory -------------------------------------------------------
 */

static bool exchanges(gimple *s)
{
	tree f = is_gimple_call(s) ? gimple_call_fndecl(s) : NULL_TREE;

	if (!f || !fndecl_built_in_p(f, BUILT_IN_NORMAL))
		return false;
	switch (DECL_FUNCTION_CODE(f)) {
	case BUILT_IN_ATOMIC_COMPARE_EXCHANGE_1:
	case BUILT_IN_ATOMIC_COMPARE_EXCHANGE_2:
	case BUILT_IN_ATOMIC_COMPARE_EXCHANGE_4:
	case BUILT_IN_ATOMIC_COMPARE_EXCHANGE_8:
		return true;
	default:
		return false;
	}
}

namespace
{

struct Mention {
	tree of;
	bool loaded = false, stored = false, address = false;
	std::vector<tree> *all_stored = NULL; /* each once */
};

} // namespace

static void keep(Mention *m, tree base)
{
	if (m->all_stored && is_local(base) &&
		std::find(m->all_stored->begin(), m->all_stored->end(), base) ==
			m->all_stored->end())
		m->all_stored->push_back(base);
}

static bool on_load(gimple *, tree base, tree, void *data)
{
	Mention *m = static_cast<Mention *>(data);

	m->loaded |= base == m->of;
	return false;
}

static bool on_store(gimple *, tree base, tree, void *data)
{
	Mention *m = static_cast<Mention *>(data);

	m->stored |= base == m->of;
	keep(m, base);
	return false;
}

/* Of a part of it, too. */
static bool on_address(gimple *s, tree place, tree, void *data)
{
	Mention *m = static_cast<Mention *>(data);
	tree base = get_base_address(place);

	m->address |= base == m->of;
	if (base && exchanges(s))
		keep(m, base);
	return false;
}

static Mention mention(gimple *s, tree of)
{
	Mention m;

	m.of = of;
	if (!is_gimple_debug(s))
		walk_stmt_load_store_addr_ops(
			s, &m, on_load, on_store, on_address);
	return m;
}

bool like_register(function *f, tree local)
{
	basic_block bb;

	if (TREE_THIS_VOLATILE(local))
		return false;
	FOR_EACH_BB_FN(bb, f)
	{
		for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i);
			gsi_next(&i))
			for (unsigned k = 0; k < gimple_phi_num_args(i.phi());
				k++) {
				tree arg = gimple_phi_arg_def(i.phi(), k);

				if (TREE_CODE(arg) == ADDR_EXPR &&
					get_base_address(
						TREE_OPERAND(arg, 0)) == local)
					return false;
			}
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i)) {
			gimple *s = gsi_stmt(i);
			tree first;

			if (gimple_clobber_p(s) || !mention(s, local).address)
				continue;
			if (!exchanges(s))
				return false;
			for (unsigned k = 0; k < gimple_call_num_args(s); k++) {
				first = gimple_call_arg(s, k);
				if (k != 1 && TREE_CODE(first) == ADDR_EXPR &&
					get_base_address(TREE_OPERAND(
						first, 0)) == local)
					return false;
			}
		}
	}
	return true;
}

/* Is it set as a whole, and not read for that? */
static bool sets(gimple *s, tree local)
{
	return gimple_clobber_p(s) ? gimple_assign_lhs(s) == local
				   : gimple_get_lhs(s) == local &&
					     !mention(s, local).loaded;
}

/* May it be read from there on before it is set? */
static bool live(basic_block from, tree local)
{
	std::set<basic_block> seen;
	std::vector<basic_block> todo(1, from);

	while (!todo.empty()) {
		basic_block bb = todo.back();
		edge e;
		edge_iterator i;
		bool set = false;

		todo.pop_back();
		for (gimple_stmt_iterator k = gsi_start_bb(bb);
			!set && !gsi_end_p(k); gsi_next(&k)) {
			Mention m = mention(gsi_stmt(k), local);

			set = sets(gsi_stmt(k), local);
			if (!set && (m.loaded || m.address))
				return true;
		}
		if (set)
			continue;
		FOR_EACH_EDGE(e, i, bb->succs)
		if (seen.insert(e->dest).second)
			todo.push_back(e->dest);
	}
	return false;
}

/* --- a place that is read before the loop, and again at the end of a turn ----
 */

/* The statement that made the value, through conversions. */
static gimple *made_by(tree value)
{
	while (TREE_CODE(value) == SSA_NAME) {
		gimple *s = SSA_NAME_DEF_STMT(value);

		if (!gimple_assign_cast_p(s))
			return s;
		value = gimple_assign_rhs1(s);
	}
	return NULL;
}

static bool same_bytes(tree a, tree b)
{
	return a && b &&
	       operand_equal_p(TYPE_SIZE_UNIT(TREE_TYPE(a)),
		       TYPE_SIZE_UNIT(TREE_TYPE(b)), 0);
}

/* The load that is the last thing done to memory before the loop, but for a
 * store of what it read to the local; NULL: there is none. */
static gimple *load_before(const Loop &l)
{
	gimple_stmt_iterator i = gsi_last_bb(entry_of(l)->src);

	for (; !gsi_end_p(i); gsi_prev(&i)) {
		gimple *s = gsi_stmt(i);

		if (is_gimple_debug(s) || gimple_clobber_p(s) ||
			!gimple_vuse(s))
			continue;
		if (loads_from(s))
			return s;
		/* Other locals are kept on the way, at -O0. */
		if (!is_gimple_assign(s) ||
			(gimple_store_p(s) && !is_local(get_base_address(
						      gimple_assign_lhs(s)))) ||
			(gimple_assign_load_p(s) &&
				!is_local(get_base_address(
					gimple_assign_rhs1(s)))))
			return NULL;
	}
	return NULL;
}

/* Is what the statement made used by `user` alone, converted or not? */
static bool only_used_by(gimple *s, gimple *user)
{
	use_operand_p use;

	while (s != user) {
		tree made = gimple_get_lhs(s);

		if (!made || TREE_CODE(made) != SSA_NAME ||
			!single_imm_use(made, &use, &s) ||
			(s != user && !gimple_assign_cast_p(s)))
			return false;
	}
	return true;
}

/* What the local holds when the loop is entered was read by `load`: stored
 * after it, perhaps by way of other locals, and nobody else has seen it. */
static bool holds(const Loop &l, tree local, gimple *load)
{
	gimple_stmt_iterator i = gsi_last_bb(entry_of(l)->src);
	gimple *next = NULL; /* in the chain, the one before it */

	for (; !gsi_end_p(i) && gsi_stmt(i) != load; gsi_prev(&i)) {
		gimple *s = gsi_stmt(i);

		if (is_gimple_debug(s) || gimple_clobber_p(s) ||
			!gimple_vuse(s))
			continue;
		if (next) {
			if (s != next)
				return false;
			next = NULL;
			continue;
		}
		if (gimple_get_lhs(s) != local || !is_gimple_assign(s))
			return false;
		next = made_by(gimple_assign_rhs1(s));
		if (!next || !only_used_by(next, s))
			return false;
		if (next == load)
			continue;
		if (!gimple_assign_load_p(next) ||
			!is_local(gimple_assign_rhs1(next)))
			return false;
		local = gimple_assign_rhs1(next);
	}
	return next == load && same_bytes(local, gimple_get_lhs(load));
}

/* Is one of these passed in each turn that goes round? */
static bool passed(const Loop &l, const std::set<basic_block> &blocks)
{
	std::vector<basic_block> todo(1, l.head);
	std::set<basic_block> met;

	while (!todo.empty()) {
		basic_block bb = todo.back();
		edge e;
		edge_iterator i;

		todo.pop_back();
		if (blocks.count(bb))
			continue;
		FOR_EACH_EDGE(e, i, bb->succs)
		if (e->dest == l.head)
			return false;
		else if (l.body.count(e->dest) && met.insert(e->dest).second)
			todo.push_back(e->dest);
	}
	return true;
}

/* In the loop only a compare and exchange with that place sets the local, and
 * does so in each turn. */
static bool set_by_exchange(const Loop &l, tree local, tree place)
{
	std::set<basic_block> exchanges;

	for (basic_block bb : l.body)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i)) {
			gimple *s = gsi_stmt(i);
			Mention m = mention(s, local);

			if (m.stored)
				return false;
			if (!m.address)
				continue;
			if (!operand_equal_p(
				    place_of(gimple_call_arg(s, 0)), place, 0))
				return false;
			exchanges.insert(bb);
		}
	return passed(l, exchanges);
}

static Reread reread_in_local(function *f, const Loop &l)
{
	Reread r;

	for (const Local &local : l.locals) {
		gimple *load = local.live && like_register(f, local.decl)
				       ? load_before(l)
				       : NULL;

		if (load && holds(l, local.decl, load) &&
			fixed(l, loads_from(load)) &&
			set_by_exchange(l, local.decl, loads_from(load))) {
			r.load = load;
			r.value = local.decl;
			return r;
		}
	}
	return r;
}

static Reread reread_in_phi(const Loop &l)
{
	gimple *load = load_before(l);
	Reread r;

	if (!load || !fixed(l, loads_from(load)))
		return r;
	for (gphi_iterator i = gsi_start_phis(l.head); !gsi_end_p(i);
		gsi_next(&i)) {
		edge e;
		edge_iterator k;
		bool all = !virtual_operand_p(gimple_phi_result(i.phi()));

		FOR_EACH_EDGE(e, k, l.head->preds)
		{
			gimple *s =
				all ? made_by(PHI_ARG_DEF_FROM_EDGE(i.phi(), e))
				    : NULL;

			all = s &&
			      (l.latch(e) ? l.body.count(gimple_bb(s)) &&
						      is_call(s,
						    BUILT_IN_SYNC_VAL_COMPARE_AND_SWAP_1,
						    BUILT_IN_SYNC_VAL_COMPARE_AND_SWAP_8) &&
						      operand_equal_p(
							      place_of(gimple_call_arg(
								      s, 0)),
							      loads_from(load),
							      0) &&
						      same_bytes(
							      gimple_get_lhs(s),
							      gimple_get_lhs(
								      load))
					  : s == load &&
						      only_used_by(
							      s, i.phi()));
		}
		if (all) {
			r.load = load;
			r.value = gimple_phi_result(i.phi());
		}
	}
	return r;
}

/* --- the call ---------------------------------------------------------------
 */

namespace
{

struct Call {
	std::vector<tree> values;
	std::vector<tree> ranges; /* locals */
	std::vector<std::pair<tree, unsigned HOST_WIDE_INT>> anew;
};

/* Statements that are made where somebody asks for turns. */
struct Asked {
	gimple *before; /* the last one that is not; NULL: a label, or none */
	gimple *call;
};

typedef std::vector<Asked> Questions;

} // namespace

/* As 64 bits, computed before gsi; NULL_TREE: it has no such form. */
static tree as_word(gimple_stmt_iterator *gsi, tree value)
{
	tree type = TREE_TYPE(value), word = long_long_unsigned_type_node;
	gassign *s;

	if (bytes_of(type) <= 0 || bytes_of(type) > 8)
		return NULL_TREE;
	if (!INTEGRAL_TYPE_P(type) && !POINTER_TYPE_P(type)) {
		tree same = build_nonstandard_integer_type(
			(unsigned)(8 * bytes_of(type)), 1);

		if (!SCALAR_FLOAT_TYPE_P(type))
			return NULL_TREE;
		s = gimple_build_assign(make_ssa_name(same), VIEW_CONVERT_EXPR,
			build1(VIEW_CONVERT_EXPR, same, value));
		gsi_insert_before(gsi, s, GSI_SAME_STMT);
		value = gimple_assign_lhs(s);
	}
	s = gimple_build_assign(make_ssa_name(word), NOP_EXPR, value);
	gsi_insert_before(gsi, s, GSI_SAME_STMT);
	return gimple_assign_lhs(s);
}

/* The same value in each turn, whatever that is. */
static bool steady(const Loop &l, gphi *phi)
{
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, l.head->preds)
	if (l.latch(e) &&
		PHI_ARG_DEF_FROM_EDGE(phi, e) != gimple_phi_result(phi))
		return false;
	return true;
}

/* Another value in each turn. */
static bool counts(const Loop &l, gphi *phi)
{
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, l.head->preds)
	{
		tree arg = PHI_ARG_DEF_FROM_EDGE(phi, e);
		gimple *s;

		if (!l.latch(e))
			continue;
		if (TREE_CODE(arg) != SSA_NAME)
			return false;
		s = SSA_NAME_DEF_STMT(arg);
		if (!is_gimple_assign(s) ||
			(gimple_assign_rhs_code(s) != PLUS_EXPR &&
				gimple_assign_rhs_code(s) != MINUS_EXPR &&
				gimple_assign_rhs_code(s) !=
					POINTER_PLUS_EXPR) ||
			gimple_assign_rhs1(s) != gimple_phi_result(phi) ||
			!CONSTANT_CLASS_P(gimple_assign_rhs2(s)))
			return false;
	}
	return true;
}

/* Words of a local in memory, loaded before gsi. */
static bool load(gimple_stmt_iterator *gsi, tree local, Call *call)
{
	HOST_WIDE_INT size = bytes_of(TREE_TYPE(local)), at = 0;

	if (size <= 0 || size > 8 * SCARP_TURN_MOST)
		return false;
	if (is_gimple_reg_type(TREE_TYPE(local))) {
		gassign *s = gimple_build_assign(
			make_ssa_name(TREE_TYPE(local)), local);
		tree word;

		gsi_insert_before(gsi, s, GSI_SAME_STMT);
		word = as_word(gsi, gimple_assign_lhs(s));
		if (word)
			call->values.push_back(word);
		return word != NULL_TREE;
	}
	while (at < size) {
		unsigned bytes = size - at >= 8	  ? 8
				 : size - at >= 4 ? 4
				 : size - at >= 2 ? 2
						  : 1;
		tree type = build_nonstandard_integer_type(8 * bytes, 1);
		gassign *s = gimple_build_assign(make_ssa_name(type),
			build3(BIT_FIELD_REF, type, local,
				bitsize_int(8 * bytes), bitsize_int(8 * at)));

		gsi_insert_before(gsi, s, GSI_SAME_STMT);
		call->values.push_back(as_word(gsi, gimple_assign_lhs(s)));
		at += bytes;
	}
	return true;
}

static std::vector<tree> stored_in(const Loop &l)
{
	std::vector<tree> all;
	Mention m;

	m.of = NULL_TREE;
	m.all_stored = &all;
	for (basic_block bb : l.body)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i))
			if (!is_gimple_debug(gsi_stmt(i)) &&
				!gimple_clobber_p(gsi_stmt(i)))
				walk_stmt_load_store_addr_ops(gsi_stmt(i), &m,
					on_load, on_store, on_address);
	return all;
}

bool known_before(tree value, gimple *s)
{
	gimple *made;

	if (TREE_CODE(value) != SSA_NAME)
		return true;
	made = SSA_NAME_DEF_STMT(value);
	if (!gimple_bb(made) || gimple_bb(made) != gimple_bb(s))
		return true; /* it is there before the loop */
	for (gimple_stmt_iterator i = gsi_for_stmt(s); !gsi_end_p(i);
		gsi_next(&i))
		if (gsi_stmt(i) == made)
			return false;
	return true;
}

/* Is the local set between s and the end of its block? */
static bool set_after(tree local, gimple *s)
{
	gimple_stmt_iterator i = gsi_for_stmt(s);

	for (gsi_next(&i); !gsi_end_p(i); gsi_next(&i)) {
		Mention m = mention(gsi_stmt(i), local);

		if (m.stored || m.address)
			return true;
	}
	return false;
}

/* What the loop carries round, told before gsi: at its head, or where it is
 * entered.  False: it is not all known. */
static bool carried(
	const Loop &l, gimple_stmt_iterator *gsi, bool entered, Call *call)
{
	if (l.same && !carried(*l.same, gsi, entered, call))
		return false;
	for (gphi_iterator i = gsi_start_phis(l.head); !gsi_end_p(i);
		gsi_next(&i)) {
		tree value = gimple_phi_result(i.phi()), word;

		if (virtual_operand_p(value) || steady(l, i.phi()) ||
			has_zero_uses(value) || value == l.reread.value ||
			l.counters.all.count(value))
			continue;
		if (counts(l, i.phi()))
			return false;
		if (entered)
			value = PHI_ARG_DEF_FROM_EDGE(i.phi(), entry_of(l));
		if ((entered && !known_before(value, l.reread.load)) ||
			!(word = as_word(gsi, value)))
			return false;
		call->values.push_back(word);
	}
	if (l.same)
		return true; /* it stores to all of these, too */
	for (const Local &local : l.locals) {
		if (!access_private(local.decl))
			call->ranges.push_back(local.decl);
		if (!local.live || local.decl == l.reread.value)
			continue;
		if ((entered && set_after(local.decl, l.reread.load)) ||
			!load(gsi, local.decl, call))
			return false;
	}
	return call->values.size() <= SCARP_TURN_MOST &&
	       call->ranges.size() <= SCARP_TURN_MOST;
}

/* The value, computed anew before gsi where s stands; NULL_TREE: it is not known
 * there. */
static tree known_at(gimple_stmt_iterator *gsi, tree value, gimple *s)
{
	gimple *made, *copy;

	if (known_before(value, s))
		return value;
	made = SSA_NAME_DEF_STMT(value);
	if (!is_gimple_assign(made) || gimple_vuse(made))
		return NULL_TREE;
	copy = gimple_copy(made);
	for (unsigned i = 1; i < gimple_num_ops(made); i++) {
		tree operand = gimple_op(made, i);

		if (operand && TREE_CODE(operand) == SSA_NAME)
			operand = known_at(gsi, operand, s);
		else if (operand && !is_gimple_min_invariant(operand))
			operand = NULL_TREE;
		if (!operand)
			return NULL_TREE;
		gimple_set_op(copy, i, operand);
	}
	gimple_set_lhs(copy, make_ssa_name(TREE_TYPE(value)));
	gsi_insert_before(gsi, copy, GSI_SAME_STMT);
	return gimple_get_lhs(copy);
}

/* What it sets anew, told before gsi. */
static void tell_anew(
	const Loop &l, gimple_stmt_iterator *gsi, bool entered, Call *call)
{
	for (const Place &p : l.anew) {
		tree at = p.address;

		if (call->ranges.size() + call->anew.size() == SCARP_TURN_MOST)
			return;
		if (entered && TREE_CODE(at) == SSA_NAME)
			at = known_at(gsi, at, l.reread.load);
		else if (entered && !place_known_at(at, l.reread.load))
			at = NULL_TREE;
		if (!at)
			continue;
		at = force_gimple_operand_gsi(gsi, unshare_expr(at), true,
			NULL_TREE, true, GSI_SAME_STMT);
		call->anew.push_back({as_word(gsi, at), p.size});
	}
}

static tree when(const Loop &l)
{
	tree around = l.same ? when(*l.same) : NULL_TREE;
	tree name = make_ssa_name(unsigned_type_node);
	gphi *phi = create_phi_node(name, l.head);
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, l.head->preds)
	add_phi_arg(phi,
		!l.latch(e) && around
			? around
			: build_int_cst(unsigned_type_node,
				  l.latch(e)	  ? SCARP_TURN_AGAIN
				  : l.reread.load ? SCARP_TURN_ENTERED
						  : SCARP_TURN_ENTERS),
		e, UNKNOWN_LOCATION);
	return name;
}

static location_t place_in(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		gsi_next(&i))
		if (gimple_location(gsi_stmt(i)) != UNKNOWN_LOCATION)
			return gimple_location(gsi_stmt(i));
	return UNKNOWN_LOCATION;
}

static bool used_behind(const Loop &l, gimple *s)
{
	tree name;
	ssa_op_iter i;

	FOR_EACH_SSA_TREE_OPERAND(name, s, i, SSA_OP_DEF)
	{
		imm_use_iterator k;
		use_operand_p use;

		FOR_EACH_IMM_USE_FAST(use, k, name)
		if (!is_gimple_debug(USE_STMT(use)) &&
			!l.body.count(gimple_bb(USE_STMT(use))))
			return true;
	}
	return false;
}

/* May something that is set in the loop be read behind it? */
static bool leaves_something(const Loop &l)
{
	for (basic_block bb : l.body) {
		edge e;
		edge_iterator k;

		for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i);
			gsi_next(&i)) {
			tree name = gimple_phi_result(i.phi());
			imm_use_iterator u;
			use_operand_p use;

			if (virtual_operand_p(name) ||
				l.counters.all.count(name))
				continue;
			FOR_EACH_IMM_USE_FAST(use, u, name)
			if (!is_gimple_debug(USE_STMT(use)) &&
				!l.body.count(gimple_bb(USE_STMT(use))))
				return true;
		}
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
			gsi_next(&i))
			if (used_behind(l, gsi_stmt(i)))
				return true;
		FOR_EACH_EDGE(e, k, bb->succs)
		for (const Local &local : l.locals)
			if (!l.body.count(e->dest) && live(e->dest, local.decl))
				return true;
	}
	return false;
}

/* Does it begin with what was read, which is no value? */
static bool rereads(const Loop &l)
{
	return l.reread.load || (l.same && rereads(*l.same));
}

/* Beside the number of values. */
static unsigned flags(const Loop &l)
{
	return l.counters.all.empty() ? 0
	       : leaves_something(l)
		       ? SCARP_TURN_COUNTED | SCARP_TURN_LEAVES
		       : SCARP_TURN_COUNTED;
}

static gcall *put(gimple_stmt_iterator *gsi, const Loop &l, tree when,
	const Call &call, location_t where)
{
	unsigned bits = SCARP_TURN_BITS;
	auto_vec<tree> arguments;
	tree frame = NULL_TREE;
	gcall *s;

	if (flags(l)) {
		s = gimple_build_call(
			builtin_decl_explicit(BUILT_IN_FRAME_ADDRESS), 1,
			build_zero_cst(unsigned_type_node));
		frame = make_ssa_name(ptr_type_node);
		gimple_call_set_lhs(s, frame);
		gsi_insert_before(gsi, s, GSI_SAME_STMT);
		frame = as_word(gsi, frame);
	}
	arguments.safe_push(when);
	arguments.safe_push(build_int_cstu(unsigned_type_node,
		(call.values.size() + (frame != NULL_TREE)) | flags(l) |
			(rereads(l) ? SCARP_TURN_REREAD : 0) |
			(call.ranges.size() + call.anew.size()) << bits |
			(l.depth & 255) << 2 * bits | l.number << 3 * bits));
	if (frame)
		arguments.safe_push(frame);
	for (tree word : call.values)
		arguments.safe_push(word);
	for (tree local : call.ranges) {
		arguments.safe_push(build_fold_addr_expr(local));
		arguments.safe_push(size_int(bytes_of(TREE_TYPE(local))));
	}
	for (const auto &place : call.anew) {
		arguments.safe_push(place.first);
		arguments.safe_push(build_int_cstu(long_long_unsigned_type_node,
			place.second | SCARP_TURN_ANEW));
	}
	s = gimple_build_call_vec(turn_declaration(), arguments);
	gimple_set_location(s, where);
	gsi_insert_before(gsi, s, GSI_SAME_STMT);
	return s;
}

static gimple *before(gimple_stmt_iterator gsi)
{
	gsi_prev(&gsi);
	return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

static bool tell_entry(const Loop &l, Questions *asked)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(l.reread.load);
	gimple *from = before(gsi);
	Call call;

	if (!carried(l, &gsi, true, &call))
		return false;
	tell_anew(l, &gsi, true, &call);
	asked->push_back({from,
		put(&gsi, l,
			build_int_cst(unsigned_type_node, SCARP_TURN_ENTERS),
			call, gimple_location(l.reread.load))});
	return true;
}

static bool tell(const Loop &l, Questions *asked)
{
	gimple_stmt_iterator gsi = gsi_after_labels(l.head);
	location_t where = place_in(l.head);
	Call call;

	/* An empty block has no statement to put anything before. */
	if (gsi_end_p(gsi)) {
		gsi_insert_before(&gsi, gimple_build_nop(), GSI_SAME_STMT);
		gsi = gsi_after_labels(l.head);
	}
	gimple *from = before(gsi);

	if (!carried(l, &gsi, false, &call))
		return false; /* what was loaded is unused */
	tell_anew(l, &gsi, false, &call);
	asked->push_back({from, put(&gsi, l, when(l), call, where)});
	return true;
}

/* Blocks change: after all calls at heads are there. */
static void tell_ways_out(const Loop &l, Questions *asked)
{
	std::vector<edge> ways = l.counters.ways;
	edge e;
	edge_iterator i;

	for (basic_block bb : l.body)
		FOR_EACH_EDGE(e, i, bb->succs)
	if (!l.body.count(e->dest))
		ways.push_back(e);
	for (edge way : ways) {
		basic_block bb = split_edge(way);
		gimple_stmt_iterator gsi = gsi_start_bb(bb);
		gimple *nop = gimple_build_nop();

		gsi_insert_after(&gsi, nop, GSI_NEW_STMT);
		asked->push_back({NULL,
			put(&gsi, l,
				build_int_cst(unsigned_type_node,
					SCARP_TURN_LEFT),
				Call(), place_in(l.head))});
	}
}

/* --- only where somebody asks ------------------------------------------------
 */

static tree question(void)
{
	tree type =
		build_qualified_type(unsigned_char_type_node, TYPE_QUAL_CONST);
	tree d = build_decl(
		UNKNOWN_LOCATION, VAR_DECL, get_identifier(SCARP_TURNS), type);

	TREE_PUBLIC(d) = DECL_EXTERNAL(d) = DECL_ARTIFICIAL(d) = TREE_USED(d) =
		1;
	TREE_READONLY(d) = 1; /* so it gets no hook */
	return d;
}

/* head: ... if (__scarp_turns) { statements up to the call } ... */
static void ask(const Asked &a, tree question)
{
	basic_block head = gimple_bb(a.call), then, rest;
	tree value = make_ssa_name(unsigned_char_type_node);
	gimple_stmt_iterator gsi;
	edge e;

	/* Another question may have split it. */
	e = a.before && gimple_bb(a.before) == head
		    ? split_block(head, a.before)
		    : split_block_after_labels(head);
	then = e->dest;
	rest = split_block(then, a.call)->dest;
	gsi = gsi_last_bb(head);
	gsi_insert_after(
		&gsi, gimple_build_assign(value, question), GSI_NEW_STMT);
	gsi_insert_after(&gsi,
		gimple_build_cond(NE_EXPR, value,
			build_zero_cst(unsigned_char_type_node), NULL_TREE,
			NULL_TREE),
		GSI_NEW_STMT);
	e->flags = (e->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
	e->probability = profile_probability::very_unlikely();
	then->count = head->count.apply_probability(e->probability);
	e = make_edge(head, rest, EDGE_FALSE_VALUE);
	e->probability = profile_probability::very_likely();
	if (dom_info_available_p(CDI_DOMINATORS))
		set_immediate_dominator(CDI_DOMINATORS, rest, head);
}

/* Global ones, which no hook announces. */
static bool has_register_variables(void)
{
	for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
		if (global_regs[i])
			return true;
	return false;
}

/* Of the others every access has a hook. */
static void find_locals(function *f, Loop *l)
{
	for (tree decl : stored_in(*l))
		if (like_register(f, decl) || access_private(decl))
			l->locals.push_back({decl,
				TREE_THIS_VOLATILE(decl) || live(l->head, decl)});
	if (l->same || l->told)
		return; /* its turns end elsewhere as well */
	for (tree decl : end_in(*l)) {
		bool there = access_private(decl);

		for (const Local &local : l->locals)
			there |= local.decl == decl;
		if (!there && bytes_of(TREE_TYPE(decl)) > 0 && gone(*l, decl))
			l->locals.push_back({decl, false});
	}
}

static const Loop &whole(const Loop &l)
{
	return l.same ? whole(*l.same) : l;
}

static void find_reread(function *f, Loop *l)
{
	if (!entry_of(*l))
		return;
	l->reread = reread_in_local(f, *l);
	if (!l->reread.load)
		l->reread = reread_in_phi(*l);
}

void loops(function *f)
{
	Loops all;
	Questions asked;
	std::vector<const Loop *> counted;
	unsigned n = 0;

	if (has_register_variables())
		return;
	all = find(f);

	/* Before the calls, in which addresses of locals stand. */
	find_same(&all);
	for (Loop &l : all) {
		l.number = ++n;
		find_locals(f, &l);
		l.anew = set_anew(l, whole(l));
		if (!l.same)
			find_reread(f, &l);
	}
	for (Loop &l : all) {
		if (l.told || !regular(l) || !looks(l) ||
			l.number > SCARP_TURN_LOOPS)
			continue;
		l.counters = find_counters(l);
		if (l.reread.load &&
			(!l.counters.all.empty() || !tell_entry(l, &asked)))
			l.reread = Reread();
		if (tell(l, &asked) && !l.counters.all.empty())
			counted.push_back(&l);
	}
	for (const Loop *l : counted)
		tell_ways_out(*l, &asked);
	/* Last: blocks are no longer what the loops know. */
	if (asked.empty())
		return;
	tree d = question();
	for (const Asked &a : asked)
		ask(a, d);
	mark_virtual_operands_for_renaming(f);
}
