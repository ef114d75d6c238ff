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

static void operands(Look &look, CallBase &call,
	const InlineAsm::ConstraintInfoVector &list, bool write)
{
	unsigned n = 0;

	for (auto &c : list) {
		bool out = c.Type == InlineAsm::isOutput;

		if (c.Type == InlineAsm::isClobber || (out && !c.isIndirect))
			continue; /* no argument */
		if (c.isIndirect && out == write)
			operand(look, call, n, write);
		n++;
	}
}

bool assembly(Look &look, CallBase &call)
{
	auto *text = dyn_cast<InlineAsm>(call.getCalledOperand());
	bool clobbers = false;

	if (!text)
		return false;
	InlineAsm::ConstraintInfoVector list = text->ParseConstraints();
	for (auto &c : list)
		for (auto &code : c.Codes)
			clobbers |= c.Type == InlineAsm::isClobber &&
				    code == "{memory}";
	/* Reads first, as they are made. */
	operands(look, call, list, false);
	operands(look, call, list, true);
	const std::string &words = text->getAsmString();
	if ((clobbers || words.find_first_of("([") != std::string::npos) &&
		!asm_text_contained(words.c_str()))
		look.hole(&call, SCARP_HOLE_ASSEMBLY);
	return true;
}

} // namespace scarp
