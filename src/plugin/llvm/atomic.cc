/* SPDX-License-Identifier: MIT */
/* atomic.cc - atomics that clang's pass has no hook for, and additions whose
 * result nobody uses (../dead.h) */
#include "scarp_llvm.h"

#include "../dead.h"

using namespace llvm;

namespace scarp
{

/* Widths of 1, 2, 4, 8 and 16 bytes have hooks; wider ones are calls of a
 * library before they come here. */
static bool has_width(Look &look, Type *type)
{
	uint64_t bits = look.layout.getTypeStoreSizeInBits(type);

	return bits == 8 || bits == 16 || bits == 32 || bits == 64 ||
	       bits == 128;
}

bool atomic_check(Look &look, Instruction &i)
{
	Type *type;

	if (auto *load = dyn_cast<LoadInst>(&i)) {
		type = load->getType();
	} else if (auto *store = dyn_cast<StoreInst>(&i)) {
		type = store->getValueOperand()->getType();
	} else if (auto *cas = dyn_cast<AtomicCmpXchgInst>(&i)) {
		type = cas->getCompareOperand()->getType();
	} else if (auto *rmw = dyn_cast<AtomicRMWInst>(&i)) {
		type = rmw->getType();
	} else {
		return isa<FenceInst>(i);
	}
	if (!has_width(look, type))
		look.unknown(i, "atomic of an unusual width");
	return true;
}

/* What is stored; NULL: not known here. */
static Value *stored(IRBuilder<> &b, AtomicRMWInst &rmw, Value *old)
{
	Value *v = rmw.getValOperand();

	switch (rmw.getOperation()) {
	case AtomicRMWInst::Max:
		return b.CreateSelect(b.CreateICmpSGT(old, v), old, v);
	case AtomicRMWInst::Min:
		return b.CreateSelect(b.CreateICmpSLE(old, v), old, v);
	case AtomicRMWInst::UMax:
		return b.CreateSelect(b.CreateICmpUGT(old, v), old, v);
	case AtomicRMWInst::UMin:
		return b.CreateSelect(b.CreateICmpULE(old, v), old, v);
	case AtomicRMWInst::FAdd:
		return b.CreateFAdd(old, v);
	case AtomicRMWInst::FSub:
		return b.CreateFSub(old, v);
	default:
		return nullptr;
	}
}

/* The words of the loop are integers, also where the value is none.
 *
 *	before: seen = atomic load
 *	again:  old = phi(seen, now); new = stored(old)
 *	        now, done = compare-and-exchange old, new
 *	        if (!done) goto again
 *	after:  old, for what used the result */
static void loop(Look &look, AtomicRMWInst &rmw, IRBuilder<> &b,
	BasicBlock *before, BasicBlock *again, BasicBlock *after)
{
	Type *type = rmw.getType();
	Type *word =
		b.getIntNTy((unsigned)look.layout.getTypeStoreSizeInBits(type));
	AtomicOrdering order = rmw.getOrdering();
	Value *at;

	b.SetInsertPoint(before);
	at = b.CreatePointerCast(
		rmw.getPointerOperand(), PointerType::get(word, 0));
	LoadInst *seen =
		b.CreateAlignedLoad(word, at, rmw.getAlign(), rmw.isVolatile());
	seen->setAtomic(AtomicOrdering::Monotonic, rmw.getSyncScopeID());
	b.CreateBr(again);

	b.SetInsertPoint(again);
	PHINode *old = b.CreatePHI(word, 2);
	Value *value = b.CreateBitCast(old, type);
	Value *next = b.CreateBitCast(stored(b, rmw, value), word);
	AtomicCmpXchgInst *cas =
		b.CreateAtomicCmpXchg(at, old, next, rmw.getAlign(), order,
			AtomicCmpXchgInst::getStrongestFailureOrdering(order),
			rmw.getSyncScopeID());
	cas->setVolatile(rmw.isVolatile());
	old->addIncoming(seen, before);
	old->addIncoming(b.CreateExtractValue(cas, 0), again);
	b.CreateCondBr(b.CreateExtractValue(cas, 1), after, again);
	rmw.replaceAllUsesWith(value);
	rmw.eraseFromParent();
}

static bool unused(Value *value, unsigned depth = 0);

/* A local that is written, and never read by anybody who does something with
 * it: what clang makes of an expression without optimisation. */
static bool unread(Value *pointer)
{
	auto *local = dyn_cast<AllocaInst>(pointer);

	if (!local)
		return false;
	for (User *user : local->users()) {
		auto *load = dyn_cast<LoadInst>(user);
		auto *store = dyn_cast<StoreInst>(user);

		if (!(load && !load->isVolatile() && load->use_empty()) &&
			!(store && !store->isVolatile() &&
				store->getValueOperand() != local))
			return false;
	}
	return true;
}

static bool unused(Value *value, unsigned depth)
{
	for (User *user : value->users()) {
		auto *store = dyn_cast<StoreInst>(user);

		if (store ? store->isVolatile() ||
					!unread(store->getPointerOperand())
			  : !isa<BinaryOperator>(user) || depth == 2 ||
					!unused(user, depth + 1))
			return false;
	}
	return true;
}

/* As C has it, and clang's pass passes it on. */
static unsigned number_of(AtomicOrdering order)
{
	switch (order) {
	case AtomicOrdering::Monotonic:
		return 0;
	case AtomicOrdering::Acquire:
		return 2;
	case AtomicOrdering::Release:
		return 3;
	case AtomicOrdering::AcquireRelease:
		return 4;
	default:
		return 5;
	}
}

/* Calls the hook that clang's pass would call; true: it is done. */
static bool mark_dead(Look &look, AtomicRMWInst &rmw)
{
	Type *type = rmw.getType();
	bool sub = rmw.getOperation() == AtomicRMWInst::Sub;

	if ((rmw.getOperation() != AtomicRMWInst::Add && !sub) ||
		rmw.getSyncScopeID() != SyncScope::System ||
		!type->isIntegerTy() || !unused(&rmw))
		return false;
	unsigned bits = type->getIntegerBitWidth();
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
		return false;
	IRBuilder<> b(&rmw);
	FunctionCallee hook = look.module.getOrInsertFunction(
		"__tsan_atomic" + std::to_string(bits) +
			(sub ? "_fetch_sub" : "_fetch_add"),
		type, PointerType::get(type, 0), type, b.getInt32Ty());
	CallInst *call = b.CreateCall(hook,
		{rmw.getPointerOperand(), rmw.getValOperand(),
			b.getInt32(number_of(rmw.getOrdering()) | SCARP_DEAD)});
	call->setDoesNotThrow();
	rmw.replaceAllUsesWith(call);
	rmw.eraseFromParent();
	return true;
}

static Value *as(IRBuilder<> &b, Value *v, Type *type)
{
	return b.CreateBitOrPointerCast(v, type);
}

bool weak_rewrite(Look &look, AtomicCmpXchgInst &cas)
{
	Type *type = cas.getCompareOperand()->getType();
	uint64_t bits = look.layout.getTypeStoreSizeInBits(type);

	if (!cas.isWeak() || cas.getSyncScopeID() != SyncScope::System ||
		!has_width(look, type))
		return false;

	IRBuilder<> entry(
		&*look.function.getEntryBlock().getFirstInsertionPt());
	Type *word = entry.getIntNTy((unsigned)bits);
	AllocaInst *expected = entry.CreateAlloca(word);
	IRBuilder<> b(&cas);
	FunctionCallee hook = look.module.getOrInsertFunction(
		"__tsan_atomic" + std::to_string(bits) +
			"_compare_exchange_weak",
		b.getInt8Ty(), PointerType::get(word, 0),
		PointerType::get(word, 0), word, b.getInt32Ty(),
		b.getInt32Ty());

	b.CreateStore(as(b, cas.getCompareOperand(), word), expected);
	CallInst *call = b.CreateCall(hook,
		{as(b, cas.getPointerOperand(), PointerType::get(word, 0)),
			expected, as(b, cas.getNewValOperand(), word),
			b.getInt32(number_of(cas.getSuccessOrdering())),
			b.getInt32(number_of(cas.getFailureOrdering()))});
	call->setDoesNotThrow();
	/* Else its accesses would be announced: it is nobody else's. */
	call->addParamAttr(1, Attribute::NoCapture);
	Value *both = UndefValue::get(cas.getType());
	both = b.CreateInsertValue(
		both, as(b, b.CreateLoad(word, expected), type), 0);
	both = b.CreateInsertValue(both, b.CreateICmpNE(call, b.getInt8(0)), 1);
	cas.replaceAllUsesWith(both);
	cas.eraseFromParent();
	return true;
}

bool atomic_rewrite(Look &look, AtomicRMWInst &rmw)
{
	BasicBlock *before = rmw.getParent(), *again, *after;
	IRBuilder<> b(&rmw);

	if (rmw.getOperation() <= AtomicRMWInst::Xor)
		return mark_dead(look, rmw);
	if (rmw.getOperation() > AtomicRMWInst::FSub) {
		std::string name =
			AtomicRMWInst::getOperationName(rmw.getOperation())
				.str();

		look.unknown(rmw, "atomic " + name);
		return false;
	}
	after = before->splitBasicBlock(&rmw, "scarp.done");
	again = BasicBlock::Create(
		rmw.getContext(), "scarp.again", &look.function, after);
	before->getTerminator()->eraseFromParent();
	b.SetCurrentDebugLocation(rmw.getDebugLoc());
	loop(look, rmw, b, before, again, after);
	return true;
}

} // namespace scarp
