/* SPDX-License-Identifier: MIT */
/* assembly.cc - inline assembly
 *
 * Operands in memory are announced.  What else a text may touch is told by
 * ../asm_text.h: a "memory" clobber or an address in the text, and instructions
 * that are not known to keep to their operands, make a hole.
 */
#include "scarp_llvm.h"

#include "../asm_text.h"
#include "../holes.h"

using namespace llvm;

namespace scarp
{

/* An operand in memory is passed as its address. */
static Type *pointee(CallBase &call, unsigned n)
{
	if (Type *type = call.getAttributes().getParamElementType(n))
		return type;
#if LLVM_VERSION_MAJOR < 15
	auto *pointer = cast<PointerType>(call.getArgOperand(n)->getType());
	if (!pointer->isOpaque())
		return pointer->getPointerElementType();
#endif
	return nullptr;
}

static void operand(Look &look, CallBase &call, unsigned n, bool write)
{
	Value *pointer = call.getArgOperand(n);
	Type *type = pointee(call, n);

	if (!type || !type->isSized()) {
		look.refuse(call, "inline assembly operand of unknown size");
		return;
	}
	if (!look.hidden(pointer))
		look.announce(call, pointer,
			look.layout.getTypeStoreSize(type).getFixedValue(),
			write);
}

bool assembly(Look &look, CallBase &call)
{
	auto *text = dyn_cast<InlineAsm>(call.getCalledOperand());
	bool clobbers = false;
	unsigned n = 0;

	if (!text)
		return false;
	for (auto &c : text->ParseConstraints()) {
		if (c.Type == InlineAsm::isClobber) {
			for (auto &code : c.Codes)
				clobbers |= code == "{memory}";
			continue;
		}
		if (c.Type != InlineAsm::isInput && !c.isIndirect)
			continue; /* an output in a register */
		if (c.isIndirect)
			operand(look, call, n, c.Type == InlineAsm::isOutput);
		n++;
	}
	const std::string &words = text->getAsmString();
	if ((clobbers || words.find_first_of("([") != std::string::npos) &&
		!asm_text_contained(words.c_str()))
		look.hole(&call, SCARP_HOLE_ASSEMBLY);
	return true;
}

} // namespace scarp
