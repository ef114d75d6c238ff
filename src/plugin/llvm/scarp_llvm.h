/* SPDX-License-Identifier: MIT */
/* scarp_llvm.h - the clang plugin: what clang's own pass does not announce
 *
 * clang's pass for -fsanitize=thread puts a hook before most accesses.  This
 * one runs just before it and looks at every instruction that may touch memory:
 * what clang's pass would leave out gets its hook here and is marked
 * `nosanitize`, so that nothing is announced twice; what neither understands,
 * or cannot be announced, is a hole by file and line (../holes.h).
 *
 * Left out are only accesses to memory that no other thread can know: locals
 * whose address never leaves their function, and constants.
 *
 * One source for LLVM 14 to 19.  Cost: one walk over the instructions.
 */
#ifndef PLUGIN_LLVM_SCARP_LLVM_H
#define PLUGIN_LLVM_SCARP_LLVM_H

#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace scarp
{

/* Names of intrinsics; every LLVM spells it differently. */
inline bool begins(llvm::StringRef text, llvm::StringRef with)
{
	return text.substr(0, with.size()) == with;
}

/* What is known while one function is looked through. */
class Look
{
      public:
	Look(llvm::Function &f, std::vector<std::string> &holes)
	    : function(f), module(*f.getParent()),
	      layout(f.getParent()->getDataLayout()), holes(holes)
	{
	}

	llvm::Function &function;
	llvm::Module &module;
	const llvm::DataLayout &layout;

	/* No other thread can know the memory at `pointer`. */
	bool hidden(llvm::Value *pointer);
	/* clang's pass takes it for such memory, and announces no access. */
	bool skipped(llvm::Value *pointer);

	/* Calls the hook for `bytes` at `pointer` before `at`. */
	void announce(llvm::Instruction &at, llvm::Value *pointer,
		uint64_t bytes, bool write,
		llvm::Align alignment = llvm::Align(1));
	/* The same for a number of bytes that only the program knows; none is
	 * announced where it is 0. */
	void announce_value(llvm::Instruction &at, llvm::Value *pointer,
		llvm::Value *bytes, bool write);

	/* What the machine does in several steps, and scarp in one. */
	void announce_torn(llvm::Instruction &at, llvm::Value *pointer,
		uint64_t bytes, bool write);
	/* What it does at once, of more than 8 bytes. */
	void announce_whole(llvm::Instruction &at, llvm::Value *pointer,
		uint64_t bytes, bool write);
	/* The hooks of one kind, by what their names end in. */
	void announce_as(const char *how, llvm::Instruction &at,
		llvm::Value *pointer, uint64_t bytes, bool write);

	/* After all announcements for `at`: its stores but the last are logged
	 * again, for an execution may be put back to an announcement, and must
	 * find those before it still to be logged. */
	void settle(llvm::Instruction &at);

	/* A hole: what is not understood.  A valid program is never refused. */
	void unknown(llvm::Instruction &at, const std::string &name);
	/* The access stays, and forbids `verified`; NULL: the function. */
	void hole(const llvm::Instruction *at, const std::string &what);
	/* One that is there when the instruction is made. */
	void hole_made(llvm::Instruction &at, const std::string &what);

	/* The local that the pointer is into; NULL: that is not known. */
	const llvm::AllocaInst *local(llvm::Value *pointer);

      private:
	std::string place(const llvm::Instruction *at);

	/* What was announced for the current instruction. */
	struct Told {
		llvm::Value *pointer, *bytes;
		bool write;
	};
	std::vector<Told> told;

	std::vector<std::string> &holes;
	llvm::DenseMap<const llvm::AllocaInst *, bool> captured;
};

/* Each takes what is its own and returns true, so that the walk may pass an
 * instruction from one to the next.  None removes the instruction it was given,
 * but atomic_rewrite and weak_rewrite. */
bool segments(Look &look, llvm::Instruction &i);     /* space.cc */
bool access(Look &look, llvm::Instruction &i);	     /* access.cc */
bool atomic_check(Look &look, llvm::Instruction &i); /* atomic.cc */
bool intrinsic(Look &look, llvm::CallBase &call);    /* intrinsic.cc */
/* Of an intrinsic: is it in no row, or in one that says what others may know is
 * touched? */
bool intrinsic_touches(Look &look, llvm::CallBase &call);
bool lanes(Look &look, llvm::CallBase &call);	  /* lanes.cc */
bool assembly(Look &look, llvm::CallBase &call);  /* assembly.cc */
void arguments(Look &look, llvm::CallBase &call); /* access.cc */

/* A read-modify-write that clang's pass has no hook for becomes a loop around a
 * compare-and-exchange, for which it has one; an addition whose result is dead
 * calls its hook and says so.  True: `rmw` is gone. */
bool atomic_rewrite(Look &look, llvm::AtomicRMWInst &rmw);

/* What asks the processor for the time asks the runtime.  True: `call` is gone.
 */
bool clock_rewrite(Look &look, llvm::CallBase &call);
/* What waits for stores comes next; if it is one (../fence.h). */
void fence(Look &look, llvm::CallBase &before);
void store_fence(Look &look, llvm::CallBase &before);
/* So does a store that need not wait for older ones. */
void non_temporal(Look &look, llvm::Instruction &before);
void fence_intrinsic(Look &look, llvm::CallBase &call);

/* A weak compare-and-exchange calls its hook: clang's pass makes a strong one
 * of it.  True: `cas` is gone. */
bool weak_rewrite(Look &look, llvm::AtomicCmpXchgInst &cas);

/* Calls at the heads of loops (../turn.h); before anything else is put in. */
void loops(Look &look); /* loop.cc */

/* Says of setjmp and its kin that they return twice: before any other pass. */
void mark_twice(llvm::Module &m);

/* Calls of alloca make room in the frame again: before any other pass, too. */
void mark_alloca(llvm::Module &m); /* alloca.cc */

} // namespace scarp

#endif
