/* SPDX-License-Identifier: MIT */
/* anew.h - what each turn of a loop sets before it is read (../turn.h), and
 * locals that are gone at its end
 */
#ifndef PLUGIN_LLVM_ANEW_H
#define PLUGIN_LLVM_ANEW_H

#include "scarp_llvm.h"

#include "llvm/Analysis/LoopInfo.h"

namespace scarp
{

struct Place {
	llvm::Value *base; /* known before the loop */
	int64_t offset;
	uint64_t size;
};

/* What each turn sets as a whole, having done nothing before but to read at
 * places that are the same in each turn, and to set others like this.  `whole`:
 * l, or the loop that begins at the same place, and around it. */
std::vector<Place> set_anew(Look &look, llvm::Loop &l, llvm::Loop &whole);

/* Locals with hooks whose life has ended in each turn that goes round: nobody
 * may look for what they held, whoever has their address. */
std::vector<llvm::AllocaInst *> gone(Look &look, llvm::Loop &l);

} // namespace scarp

#endif
