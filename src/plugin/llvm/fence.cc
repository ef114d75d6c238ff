/* SPDX-License-Identifier: MIT */
/* fence.cc - what waits for stores tells the runtime (../fence.h) */
#include "scarp_llvm.h"

#include "../fence.h"

using namespace llvm;

namespace scarp
{

static void tell(Look &look, Instruction &before, const char *what)
{
	IRBuilder<> b(&before);

	b.CreateCall(look.module.getOrInsertFunction(what, b.getVoidTy()));
}

void fence(Look &look, CallBase &before)
{
	tell(look, before, SCARP_FENCE);
}

void store_fence(Look &look, CallBase &before)
{
	tell(look, before, SCARP_STORE_FENCE);
}

void non_temporal(Look &look, Instruction &before)
{
	tell(look, before, SCARP_NON_TEMPORAL);
}

void fence_intrinsic(Look &look, CallBase &call)
{
	Function *f = call.getCalledFunction();

	if (f && f->getName() == "llvm.x86.sse2.mfence")
		fence(look, call);
	if (f && f->getName() == "llvm.x86.sse.sfence")
		store_fence(look, call);
}

} // namespace scarp
