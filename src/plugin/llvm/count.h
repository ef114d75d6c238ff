/* SPDX-License-Identifier: MIT */
/* count.h - loops that count their turns for nothing but to give up
 *
 * Then nothing depends on the count but when that is (../turn.h,
 * SCARP_TURN_COUNTED).  It is compared with what is the same in each turn, to
 * decide whether the loop is left, or goes by a place where the count begins
 * again; and behind the loop only with constants with which all counts compare
 * alike that it can have if the loop was left for another reason.
 */
#ifndef PLUGIN_LLVM_COUNT_H
#define PLUGIN_LLVM_COUNT_H

#include "scarp_llvm.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace scarp
{

struct Counters {
	/* Phi nodes of the head; locals in memory, as -O0 has them. */
	llvm::SmallPtrSet<llvm::Value *, 2> all;
	/* Beside those out of the loop: by these it gives up. */
	std::vector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> ways;
};

/* Those of l, if there is no way out of it that nobody sees. */
Counters find_counters(
	Look &look, llvm::Loop &l, const llvm::DominatorTree &dominators);

} // namespace scarp

#endif
