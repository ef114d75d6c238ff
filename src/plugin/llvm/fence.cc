/* SPDX-License-Identifier: MIT */
/* fence.cc - what waits for stores tells the runtime (../fence.h) */
#include "scarp_llvm.h"

#include "../fence.h"

using namespace llvm;

namespace scarp
{

void fence(Look &look, CallBase &before)
{
	IRBuilder<> b(&before);

	b.CreateCall(look.module.getOrInsertFunction(
		SCARP_FENCE, b.getVoidTy()));
}

void fence_intrinsic(Look &look, CallBase &call)
{
	Function *f = call.getCalledFunction();

	if (f && f->getName() == "llvm.x86.sse2.mfence")
		fence(look, call);
}

} // namespace scarp
