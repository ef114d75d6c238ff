/* SPDX-License-Identifier: MIT */
/* alloca.cc - alloca, where a program declares it by itself
 *
 * There is no such function: clang has to know the name.  -fno-builtin, without
 * which other functions would no more be called, makes it forget this one, too.
 */
#include "scarp_llvm.h"

using namespace llvm;

namespace scarp
{

void mark_alloca(Module &m)
{
	Function *f = m.getFunction("alloca");
	std::vector<CallInst *> calls;

	if (!f || !f->isDeclaration() || !f->getReturnType()->isPointerTy())
		return;
	for (User *user : f->users()) {
		auto *call = dyn_cast<CallInst>(user);

		if (call && call->getCalledFunction() == f &&
			call->arg_size() == 1 &&
			call->getArgOperand(0)->getType()->isIntegerTy())
			calls.push_back(call);
	}
	for (CallInst *call : calls) {
		IRBuilder<> b(call);
		AllocaInst *room =
			b.CreateAlloca(b.getInt8Ty(), call->getArgOperand(0));

		room->setAlignment(Align(16));
		call->replaceAllUsesWith(
			b.CreatePointerCast(room, call->getType()));
		call->eraseFromParent();
	}
}

} // namespace scarp
