/* SPDX-License-Identifier: MIT */
/* access.cc - loads, stores, and aggregates passed by value
 *
 * clang's pass hooks accesses of 1, 2, 4, 8 and 16 bytes, except those to
 * locals (look.cc).  Left to it is what it does as it should.
 */
#include "scarp_llvm.h"

using namespace llvm;

namespace scarp
{

static bool ordinary(uint64_t bytes)
{
	return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 ||
	       bytes == 16;
}

static bool plain(Instruction &i)
{
	if (auto *load = dyn_cast<LoadInst>(&i))
		return !load->isAtomic();
	if (auto *store = dyn_cast<StoreInst>(&i))
		return !store->isAtomic();
	return false;
}

/* clang's pass leaves out what came from another address space (space.cc). */
static bool spaced(Value *pointer)
{
	return pointer->stripInBoundsOffsets()
		       ->getType()
		       ->getPointerAddressSpace() != 0;
}

bool access(Look &look, Instruction &i)
{
	if (!plain(i))
		return false;
	Value *pointer = getLoadStorePointerOperand(&i);
	TypeSize size = look.layout.getTypeStoreSize(getLoadStoreType(&i));

	if (size.isScalable()) {
		look.unknown(i, i.getOpcodeName());
		return true;
	}
	uint64_t bytes = size.getKnownMinValue();
	if (look.hidden(pointer) || bytes == 0)
		return true;
	if (ordinary(bytes) && !look.skipped(pointer) && !spaced(pointer))
		return true;
	look.announce(i, pointer, bytes, isa<StoreInst>(i),
		getLoadStoreAlignment(&i));
	i.setMetadata("nosanitize",
		MDNode::get(i.getContext(), ArrayRef<Metadata *>()));
	return true;
}

/* The caller copies such an argument without an instruction that says so. */
void arguments(Look &look, CallBase &call)
{
	for (unsigned n = 0; n < call.arg_size(); n++) {
		Value *pointer = call.getArgOperand(n);

		if (call.paramHasAttr(n, Attribute::InAlloca) ||
			call.paramHasAttr(n, Attribute::Preallocated))
			look.unknown(call, "argument built in place");
		if (!call.isByValArgument(n) || look.hidden(pointer))
			continue;
		look.announce(call, pointer,
			look.layout.getTypeStoreSize(call.getParamByValType(n))
				.getFixedValue(),
			false);
	}
}

} // namespace scarp
