/* SPDX-License-Identifier: MIT */
#include "count.h"

#include "../returns.h"
#include "llvm/IR/ConstantRange.h"

using namespace llvm;

namespace scarp
{

namespace
{

/* The counts that it can have where the loop is left for another reason, if
 * they are known. */
struct Range {
	bool known = false;
	APInt first, last;
};

struct Count {
	Loop &l;
	const DominatorTree &dominators;
	Value *counter; /* a phi node, or a local */
	ConstantInt *first = nullptr;
	APInt step;
	/* Where it begins anew in the loop. */
	std::vector<BasicBlock *> resets;
	/* The next count is compared, not this one. */
	bool next_compared = false;
	std::vector<ICmpInst *> inside, behind;
	SmallPtrSet<Value *, 16> met;
	Counters &found;
};

} // namespace

static bool step_of(Value *v, Value *from, APInt &by)
{
	auto *b = dyn_cast<BinaryOperator>(v);
	auto *c = b ? dyn_cast<ConstantInt>(b->getOperand(1)) : nullptr;

	if (!c || b->getOperand(0) != from || c->isZero() ||
		(b->getOpcode() != Instruction::Add &&
			b->getOpcode() != Instruction::Sub))
		return false;
	by = b->getOpcode() == Instruction::Add ? c->getValue()
						: -c->getValue();
	return true;
}

/* The way on which the count begins anew, if there is one. */
static BasicBlock *way_round(const Count &count, const BranchInst *branch)
{
	for (unsigned n = 0; n < 2; n++) {
		BasicBlock *to = branch->getSuccessor(n);
		bool all = !count.resets.empty() &&
			   to->getSinglePredecessor() == branch->getParent();

		for (BasicBlock *reset : count.resets)
			all = all && count.dominators.dominates(to, reset);
		if (all)
			return to;
	}
	return nullptr;
}

/* What a truth value is where the comparison is false, and where it is true; -1:
 * that depends on something else as well. */
struct Known {
	int when[2];
};

static Known negated(Known k)
{
	for (int &is : k.when)
		is = is < 0 ? is : !is;
	return k;
}

/* A value that is `decides` decides, and makes it `result`. */
static Known decided(Known k, int decides, int result)
{
	for (int &is : k.when)
		is = is == decides ? result : -1;
	return k;
}

static bool is_constant(const Value *v, bool truth)
{
	auto *c = dyn_cast<ConstantInt>(v);

	return c && c->isOne() == truth;
}

/* What a choice makes of v. */
static bool through_select(const SelectInst &s, const Value *v, Known *k)
{
	const Value *yes = s.getTrueValue(), *no = s.getFalseValue();

	if (s.getCondition() == v) {
		for (int truth = 0; truth < 2; truth++) {
			if (is_constant(truth ? yes : no, true))
				return *k = decided(*k, truth, 1), true;
			if (is_constant(truth ? yes : no, false))
				return *k = decided(*k, truth, 0), true;
		}
		return false;
	}
	/* Of the other arm's constant it can be that alone. */
	if (isa<ConstantInt>(yes) || isa<ConstantInt>(no)) {
		bool other = is_constant(isa<ConstantInt>(yes) ? yes : no, true);

		*k = decided(*k, other, other);
		return true;
	}
	return false;
}

/* What i makes of v; false: that is not known. */
static bool through(const Instruction &i, const Value *v, Known *k)
{
	if (!i.getType()->isIntegerTy(1))
		return false;
	if (auto *s = dyn_cast<SelectInst>(&i))
		return through_select(*s, v, k);
	switch (i.getOpcode()) {
	case Instruction::Freeze:
		return true;
	case Instruction::And:
		*k = decided(*k, 0, 0);
		return true;
	case Instruction::Or:
		*k = decided(*k, 1, 1);
		return true;
	case Instruction::Xor:
		*k = negated(*k);
		return is_constant(i.getOperand(1), true);
	default:
		return false;
	}
}

/* Is it passed in each turn that goes round? */
static bool in_each_turn(const Count &count, const BasicBlock *b)
{
	SmallVector<BasicBlock *, 8> latches;

	count.l.getLoopLatches(latches);
	for (BasicBlock *latch : latches)
		if (!count.dominators.dominates(b, latch))
			return false;
	return true;
}

/* Does each call in the block come back? */
static bool comes_back(BasicBlock &b)
{
	for (Instruction &i : b) {
		auto *c = dyn_cast<CallBase>(&i);
		Function *f = c ? c->getCalledFunction() : nullptr;

		if (c && !c->isInlineAsm() && !c->willReturn() &&
			!(f && f->isDeclaration() && function_returns(f->getName().str().c_str())) &&
			!isa<IntrinsicInst>(i))
			return false;
	}
	return true;
}

/* Behind all other ways out?  A turn that leaves by its count might else have
 * left by what it has read. */
static bool asked_last(const Loop &l, BasicBlock *b)
{
	SmallPtrSet<BasicBlock *, 16> met;
	std::vector<BasicBlock *> todo = {b};

	while (!todo.empty()) {
		BasicBlock *from = todo.back();

		todo.pop_back();
		if (from != b && !comes_back(*from))
			return false;
		for (BasicBlock *to : successors(from))
			if (!l.contains(to)) {
				if (from != b)
					return false;
			} else if (to != l.getHeader() &&
				   met.insert(to).second) {
				todo.push_back(to);
			}
	}
	return true;
}

/* Or before it has read anything? */
static bool asked_first(Look &look, const Loop &l, BasicBlock *b)
{
	if (b != l.getHeader())
		return false;
	for (Instruction &i : *b) {
		Value *pointer = getLoadStorePointerOperand(&i);
		auto *mark = dyn_cast<IntrinsicInst>(&i);

		if (!(mark && (isa<DbgInfoIntrinsic>(mark) ||
				      mark->isLifetimeStartOrEnd())) &&
			(isa<CallBase>(i) ||
				(i.mayReadOrWriteMemory() &&
					!(pointer && look.hidden(pointer)))))
			return false;
	}
	return true;
}

/* Is there a count with which the loop is given up, whatever else is so? */
static bool branches(
	Look &look, Count &count, BranchInst &branch, const Known &k)
{
	BasicBlock *round = way_round(count, &branch);

	if (!in_each_turn(count, branch.getParent()) ||
		(!asked_last(count.l, branch.getParent()) &&
			!asked_first(look, count.l, branch.getParent())))
		return false;
	for (int truth = 0; truth < 2; truth++) {
		BasicBlock *to = branch.getSuccessor(truth ? 0 : 1);

		if ((to != round && count.l.contains(to)) ||
			(k.when[0] != truth && k.when[1] != truth))
			continue;
		if (to == round)
			count.found.ways.push_back({branch.getParent(), to});
		return true;
	}
	return false;
}

/* Does it decide nothing but whether the loop is given up? */
static bool decides_leaving(Look &look, Count &count, Value *condition,
	const Known &k = {{0, 1}})
{
	for (User *u : condition->users()) {
		auto *i = dyn_cast<Instruction>(u);
		auto *branch = dyn_cast_or_null<BranchInst>(i);
		Known now = k;

		if (!i || !count.l.contains(i))
			return false;
		if (branch ? !branches(look, count, *branch, k)
			   : !through(*i, condition, &now) ||
					!decides_leaving(look, count, i, now))
			return false;
	}
	return true;
}

/* From a constant, by one, up to another: these are all counts there are.  How
 * it is compared with the end a compiler has chosen. */
static Range range(const Count &count)
{
	ConstantInt *end, *first = count.first;
	bool head;
	Range r;

	if (!first || !count.step.isOne() || count.inside.size() != 1 ||
		!count.resets.empty())
		return r;
	end = dyn_cast<ConstantInt>(count.inside[0]->getOperand(1));
	if (!end || end->getBitWidth() != first->getBitWidth() ||
		first->isNegative() ||
		!end->getValue().sgt(first->getValue() + 1))
		return r;
	head = count.inside[0]->getParent() == count.l.getHeader();
	switch (count.inside[0]->getPredicate()) {
	case ICmpInst::ICMP_EQ:
	case ICmpInst::ICMP_NE:
	case ICmpInst::ICMP_SLT:
	case ICmpInst::ICMP_SGE:
	case ICmpInst::ICMP_ULT:
	case ICmpInst::ICMP_UGE:
		r.known = true;
		r.first = first->getValue();
		/* A phi node is this turn's, memory may have the next. */
		r.last = end->getValue() - 1;
		if (isa<PHINode>(count.counter))
			r.last -= head && count.next_compared;
		else
			r.last += !head;
	default:
		return r;
	}
}

static bool alike(const Range &r, const ICmpInst *c)
{
	auto *with = dyn_cast<ConstantInt>(c->getOperand(1));

	if (!with || !r.known ||
		with->getBitWidth() != r.first.getBitWidth())
		return false;
	ConstantRange is = ConstantRange::makeExactICmpRegion(
		c->getPredicate(), with->getValue());
	ConstantRange all(r.first, r.last + 1);

	return is.contains(all) || is.inverse().contains(all);
}

static bool all_alike(const Count &count)
{
	Range r = range(count);

	for (ICmpInst *c : count.behind)
		if (!alike(r, c))
			return false;
	return true;
}

/* The same in each turn? */
static bool same_each_turn(Look &look, Loop &l, Value *v)
{
	auto *load = dyn_cast<LoadInst>(v);
	auto *a = load ? dyn_cast<AllocaInst>(load->getPointerOperand())
		       : nullptr;

	if (l.isLoopInvariant(v))
		return true;
	if (!a || load->isVolatile() || !look.hidden(a))
		return false;
	for (User *u : a->users()) {
		auto *i = dyn_cast<Instruction>(u);

		if (!i || (l.contains(i) && !isa<LoadInst>(i)))
			return false;
	}
	return true;
}

/* In the loop, v (a count) is compared. */
static bool compares(Look &look, Count &count, ICmpInst *c, Value *v, bool next)
{
	count.inside.push_back(c);
	count.next_compared |= next;
	return same_each_turn(look, count.l,
		       c->getOperand(c->getOperand(0) == v)) &&
	       decides_leaving(look, count, c);
}

/* --- a phi node -------------------------------------------------------------
 */

/* Is the loop left from there because of what v is, which is known then? */
static bool gives_up(Loop &l, BasicBlock *from, Value *v)
{
	auto *branch = dyn_cast<BranchInst>(from->getTerminator());
	auto *c = branch && branch->isConditional()
			  ? dyn_cast<ICmpInst>(branch->getCondition())
			  : nullptr;

	return l.contains(from) && c && c->getOperand(0) == v;
}

/* Is v, at the end of a turn, the next count or the first one? */
static bool goes_round(Count &count, Value *v, BasicBlock *from)
{
	auto *phi = dyn_cast<PHINode>(v);
	auto *constant = dyn_cast<ConstantInt>(v);

	if (step_of(v, count.counter, count.step))
		return true;
	if (constant && constant == count.first && from) {
		count.resets.push_back(from);
		return true;
	}
	if (!phi || phi == count.counter || !count.l.contains(phi) ||
		!count.met.insert(phi).second || !phi->hasOneUse())
		return false;
	for (unsigned n = 0; n < phi->getNumIncomingValues(); n++)
		if (!goes_round(count, phi->getIncomingValue(n),
			    phi->getIncomingBlock(n)))
			return false;
	return true;
}

static bool uses(Look &look, Count &count, Value *v)
{
	if (!count.met.insert(v).second)
		return true;
	for (Use &use : v->uses()) {
		auto *i = dyn_cast<Instruction>(use.getUser());
		auto *compare = dyn_cast_or_null<ICmpInst>(i);
		auto *phi = dyn_cast_or_null<PHINode>(i);
		bool next = v != count.counter && !isa<PHINode>(v);
		APInt by;

		if (!i)
			return false;
		if (i == count.counter || (phi && count.l.contains(phi) &&
						  count.met.count(phi)))
			continue;
		if (count.l.contains(i)) {
			if (compare ? !compares(look, count, compare, v, next)
				    : v != count.counter ||
					      !step_of(i, v, by) ||
					      !uses(look, count, i))
				return false;
			continue;
		}
		/* The next count may be one more than all in turns. */
		if (next && !(phi && gives_up(count.l,
					     phi->getIncomingBlock(use), v)))
			return false;
		if (compare)
			count.behind.push_back(compare);
		else if (!phi || !uses(look, count, phi))
			return false;
	}
	return true;
}

static bool counts(Look &look, Count &count, PHINode &phi)
{
	BasicBlock *latch = count.l.getLoopLatch();
	BasicBlock *from = count.l.getLoopPredecessor();

	if (!latch || !from || !phi.getType()->isIntegerTy())
		return false;
	count.first =
		dyn_cast<ConstantInt>(phi.getIncomingValueForBlock(from));
	return goes_round(count, phi.getIncomingValueForBlock(latch),
		       nullptr) &&
	       !count.step.isZero() && uses(look, count, &phi) &&
	       all_alike(count);
}

/* --- in memory --------------------------------------------------------------
 */

/* What is in it before the loop, if that is a constant. */
static ConstantInt *first_of(Loop &l, AllocaInst &a)
{
	BasicBlock *from = l.getLoopPredecessor();

	for (; from; from = from->getSinglePredecessor())
		for (Instruction &i : reverse(*from)) {
			auto *store = dyn_cast<StoreInst>(&i);

			if (store && store->getPointerOperand() == &a)
				return dyn_cast<ConstantInt>(
					store->getValueOperand());
		}
	return nullptr;
}

/* Is what it loads behind the loop set there? */
static bool set_before(Loop &l, LoadInst *load)
{
	SmallPtrSet<BasicBlock *, 16> met;
	Instruction *i = load->getPrevNode();
	BasicBlock *block = load->getParent();

	while (met.insert(block).second && !l.contains(block)) {
		for (; i; i = i->getPrevNode()) {
			auto *store = dyn_cast<StoreInst>(i);

			if (store && store->getPointerOperand() ==
					     load->getPointerOperand())
				return true;
		}
		block = block->getSinglePredecessor();
		if (!block)
			return false;
		i = block->getTerminator();
	}
	return false;
}

/* Before what is compared is asked for. */
static bool stores(Count &count, AllocaInst &a)
{
	StoreInst *next = nullptr;

	for (User *u : a.users()) {
		auto *store = dyn_cast<StoreInst>(u);
		auto *load = dyn_cast<LoadInst>(u);
		auto *mark = dyn_cast<IntrinsicInst>(u);
		auto *sum = store ? dyn_cast<BinaryOperator>(
					    store->getValueOperand())
				  : nullptr;
		auto *from = sum ? dyn_cast<LoadInst>(sum->getOperand(0))
				 : nullptr;

		if ((mark && mark->isLifetimeStartOrEnd()) ||
			(load && !load->isVolatile()))
			continue;
		if (!store || store->isVolatile() ||
			store->getPointerOperand() != &a)
			return false;
		if (!count.l.contains(store))
			continue;
		if (count.first && store->getValueOperand() == count.first) {
			count.resets.push_back(store->getParent());
			continue;
		}
		if (next || !from || from->getPointerOperand() != &a ||
			!step_of(sum, from, count.step))
			return false;
		next = store;
	}
	return next != nullptr;
}

static bool loaded(Look &look, Count &count, LoadInst *load)
{
	for (User *of : load->users()) {
		auto *c = dyn_cast<ICmpInst>(of);
		APInt by;

		if (!count.l.contains(load)) {
			if (c)
				count.behind.push_back(c);
			else if (!set_before(count.l, load))
				return false;
			continue;
		}
		if (c) {
			if (!compares(look, count, c, load, false))
				return false;
			continue;
		}
		if (!step_of(of, load, by))
			return false;
		for (User *next : of->users())
			if (auto *compare = dyn_cast<ICmpInst>(next)) {
				if (!compares(look, count, compare, of, true))
					return false;
			} else if (!isa<StoreInst>(next) ||
				   cast<StoreInst>(next)->getPointerOperand() !=
					   count.counter) {
				return false;
			}
	}
	return true;
}

static bool counts(Look &look, Count &count, AllocaInst &a)
{
	if (!look.hidden(&a) || !a.getAllocatedType()->isIntegerTy())
		return false;
	count.first = first_of(count.l, a);
	if (!stores(count, a))
		return false;
	for (User *u : a.users())
		if (auto *load = dyn_cast<LoadInst>(u))
			if (!loaded(look, count, load))
				return false;
	return !count.inside.empty() && all_alike(count);
}

/* May the loop be left in a way that nobody sees? */
static bool left_unseen(Loop &l)
{
	for (BasicBlock *b : l.blocks()) {
		if (l.isLoopExiting(b) && !isa<BranchInst>(b->getTerminator()) &&
			!isa<SwitchInst>(b->getTerminator()))
			return true;
		for (Instruction &i : *b) {
			auto *c = dyn_cast<CallBase>(&i);

			if (c && (!c->doesNotThrow() ||
					 c->hasFnAttr(
						 Attribute::ReturnsTwice)))
				return true;
		}
	}
	return false;
}

template <typename T>
static void try_counter(Look &look, Loop &l, const DominatorTree &dominators,
	T &counter, Counters &all)
{
	Counters found;
	Count count = {l, dominators, &counter, nullptr, APInt(), {}, false, {},
		{}, {}, found};

	if (!counts(look, count, counter))
		return;
	all.all.insert(&counter);
	all.ways.insert(
		all.ways.end(), found.ways.begin(), found.ways.end());
}

Counters find_counters(Look &look, Loop &l, const DominatorTree &dominators)
{
	Counters all;

	if (left_unseen(l))
		return all;
	for (PHINode &phi : l.getHeader()->phis())
		try_counter(look, l, dominators, phi, all);
	for (BasicBlock &block : look.function)
		for (Instruction &i : block)
			if (auto *a = dyn_cast<AllocaInst>(&i))
				try_counter(look, l, dominators, *a, all);
	return all;
}

} // namespace scarp
