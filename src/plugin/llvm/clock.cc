/* SPDX-License-Identifier: MIT */
/* clock.cc - who asks the processor for the time asks the runtime (../tsc.h) */
#include "scarp_llvm.h"

#include "../tsc.h"

using namespace llvm;

namespace scarp
{

/* In a local that nobody else knows. */
static Value *with_processor(Look &look, IRBuilder<> &b, CallBase &call)
{
	IRBuilder<> first(&*look.function.getEntryBlock().begin());
	AllocaInst *processor = first.CreateAlloca(b.getInt32Ty());
	FunctionCallee f = look.module.getOrInsertFunction(
		SCARP_RDTSCP, b.getInt64Ty(), processor->getType());
	Value *ticks = b.CreateCall(f, {processor});
	LoadInst *number = b.CreateLoad(b.getInt32Ty(), processor);
	Value *both = UndefValue::get(call.getType());

	number->setMetadata("nosanitize",
		MDNode::get(look.module.getContext(), {}));
	both = b.CreateInsertValue(both, ticks, {0});
	return b.CreateInsertValue(both, number, {1});
}

bool clock_rewrite(Look &look, CallBase &call)
{
	Function *f = call.getCalledFunction();
	Value *now;

	if (!f || (f->getName() != "llvm.x86.rdtsc" &&
			  f->getName() != "llvm.x86.rdtscp"))
		return false;
	IRBuilder<> b(&call);
	if (f->getName() == "llvm.x86.rdtsc")
		now = b.CreateCall(look.module.getOrInsertFunction(
			SCARP_RDTSC, b.getInt64Ty()));
	else
		now = with_processor(look, b, call);
	call.replaceAllUsesWith(now);
	call.eraseFromParent();
	return true;
}

} // namespace scarp
