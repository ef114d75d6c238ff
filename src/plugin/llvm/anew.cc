/* SPDX-License-Identifier: MIT */
#include "anew.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace scarp
{

/* --- what is set first ------------------------------------------------------
 */

/* Memory is not touched by these. */
static bool says_only(const Instruction &i)
{
	auto *mark = dyn_cast<IntrinsicInst>(&i);

	return mark && (mark->isLifetimeStartOrEnd() ||
			       isa<DbgInfoIntrinsic>(mark));
}

/* May it stand before a place that is set?  Nobody sees it, and it reads where
 * each turn does. */
static bool passes(
	Look &look, Loop &whole, Instruction &i, std::vector<Place> &found)
{
	Value *pointer = getLoadStorePointerOperand(&i);
	auto *store = dyn_cast<StoreInst>(&i);
	APInt offset(64, 0);

	if (says_only(i))
		return true;
	if (!pointer)
		return !isa<CallBase>(i) && !i.mayReadOrWriteMemory();
	if (look.hidden(pointer) || (!store && look.local(pointer)))
		return true;
	if (look.local(pointer) ||
		pointer->getType()->getPointerAddressSpace())
		return false;
	pointer = pointer->stripAndAccumulateConstantOffsets(
		look.layout, offset, true);
	if (!whole.isLoopInvariant(pointer))
		return false;
	if (store)
		found.push_back({pointer, offset.getSExtValue(),
			look.layout
				.getTypeStoreSize(
					store->getValueOperand()->getType())
				.getKnownMinValue()});
	return true;
}

std::vector<Place> set_anew(Look &look, Loop &l, Loop &whole)
{
	std::vector<Place> found;
	SmallPtrSet<BasicBlock *, 8> met;

	for (BasicBlock *b = l.getHeader();
		b && l.contains(b) && met.insert(b).second;
		b = b->getSingleSuccessor())
		for (Instruction &i : *b)
			if (!passes(look, whole, i, found))
				return found;
	return found;
}

/* --- what is gone -----------------------------------------------------------
 */

static bool marks(Look &look, Instruction &i, const AllocaInst &a,
	Intrinsic::ID which)
{
	auto *mark = dyn_cast<IntrinsicInst>(&i);

	return mark && mark->getIntrinsicID() == which &&
	       look.local(mark->getArgOperand(mark->arg_size() - 1)) == &a;
}

static bool ends(Look &look, Instruction &i, const AllocaInst &a)
{
	return marks(look, i, a, Intrinsic::lifetime_end);
}

static bool mentions(Look &look, Instruction &i, const AllocaInst &a)
{
	for (Value *v : i.operands())
		if (v->getType()->isPointerTy() && look.local(v) == &a)
			return true;
	return false;
}

/* Is the end of its life the last thing with it before the loop goes round? */
static bool is_gone(Look &look, Loop &l, const AllocaInst &a)
{
	SmallPtrSet<BasicBlock *, 16> met;
	SmallVector<BasicBlock *, 8> todo;

	l.getLoopLatches(todo);
	met.insert(todo.begin(), todo.end());
	while (!todo.empty()) {
		BasicBlock *b = todo.pop_back_val();
		bool ended = false;

		for (Instruction &i : reverse(*b)) {
			ended = ends(look, i, a);
			if (ended)
				break;
			if (mentions(look, i, a))
				return false;
		}
		if (ended)
			continue;
		if (b == l.getHeader())
			continue; /* nor has its life begun */
		for (BasicBlock *from : predecessors(b))
			if (met.insert(from).second)
				todo.push_back(from);
	}
	return true;
}

static bool lives_in(Look &look, Loop &l, const AllocaInst &a)
{
	bool begins = false, ended = false;

	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b) {
			begins |= marks(look, i, a, Intrinsic::lifetime_start);
			ended |= ends(look, i, a);
		}
	return begins && ended;
}

std::vector<AllocaInst *> gone(Look &look, Loop &l)
{
	std::vector<AllocaInst *> all;

	for (BasicBlock &block : look.function)
		for (Instruction &i : block) {
			auto *a = dyn_cast<AllocaInst>(&i);

			if (a && !look.hidden(a) && lives_in(look, l, *a) &&
				is_gone(look, l, *a))
				all.push_back(a);
		}
	return all;
}

} // namespace scarp
