/* SPDX-License-Identifier: MIT */
/* assembly.cc - inline assembly
 *
 * Operands in memory are announced.  An instruction that reads and writes one
 * without a lock gets a copy of it, which is read before and stored behind.
 * What more steps a text makes of it (../asm_text.h) cannot be told apart, and
 * is announced so.
 *
 * What else a text may touch is told there, too: a "memory" clobber or an
 * address in the text, and instructions that are not known to keep to their
 * operands, make a hole.
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

struct Operand {
	unsigned number; /* in the text */
	unsigned argument;
	Type *type;
	Value *pointer;
	bool write;
};

using Operands = std::vector<Operand>;

/* Those in memory that others see. */
static Operands in_memory(
	Look &look, CallBase &call, const InlineAsm::ConstraintInfoVector &list)
{
	Operands all;
	unsigned n = 0, number = 0;

	for (auto &c : list) {
		bool out = c.Type == InlineAsm::isOutput;
		unsigned here = number++;

		if (c.Type == InlineAsm::isClobber || (out && !c.isIndirect))
			continue; /* no argument */
		unsigned argument = n++;
		if (!c.isIndirect)
			continue;
		Value *pointer = call.getArgOperand(argument);
		Type *type = pointee(call, argument);
		if (!type || !type->isSized())
			look.hole_made(call, SCARP_HOLE_ASSEMBLY);
		else if (!look.hidden(pointer))
			all.push_back({here, argument, type, pointer, out});
	}
	return all;
}

/* With a "memory" clobber, an input may be stored to. */
static bool stored(const Operand &o, const char *text, bool clobbers)
{
	return clobbers && !o.write && o.number < 64 &&
	       asm_text_effect(text, {1ul << o.number, 0}).stores;
}

static asm_text_operands numbers(
	const Operands &all, const char *text, bool clobbers)
{
	asm_text_operands o = {0, 0};

	for (const Operand &a : all) {
		if (a.number >= 64)
			continue;
		o.memory |= 1ul << a.number;
		if (stored(a, text, clobbers))
			o.updated |= 1ul << a.number;
		for (const Operand &b : all)
			if (a.write && !b.write && a.pointer == b.pointer)
				o.updated |= 1ul << a.number;
	}
	return o;
}

/* Some instructions say by themselves how much they touch; else 0.  An operand
 * that is read and written is two, of which the text names one. */
static uint64_t by_instruction(
	const Operands &all, const char *text, const Operand &o)
{
	uint64_t bytes = 0;

	for (const Operand &a : all)
		if (a.pointer == o.pointer)
			bytes = std::max<uint64_t>(
				bytes, asm_text_bytes(text, a.number));
	return bytes;
}

static uint64_t by_type(Look &look, const Operand &o)
{
	return look.layout.getTypeStoreSize(o.type).getFixedValue();
}

/* tmp = x; the text does it to tmp; x = tmp */
static bool through_copy(Look &look, CallBase &call, Operands &all, Operand to,
	const char *text)
{
	if (call.isTerminator() || !to.type->isSingleValueType() ||
		by_instruction(all, text, to) > 8 || by_type(look, to) > 8)
		return false;
	IRBuilder<> before(&call), after(call.getNextNode()),
		entry(&*look.function.getEntryBlock().getFirstInsertionPt());
	Align align = to.pointer->getPointerAlignment(look.layout);
	AllocaInst *t = entry.CreateAlloca(to.type, nullptr, "scarp");
	LoadInst *old = before.CreateAlignedLoad(to.type, to.pointer, align);
	before.CreateStore(old, t);
	LoadInst *now = after.CreateLoad(to.type, t);
	StoreInst *store = after.CreateAlignedStore(now, to.pointer, align);
	access(look, *old);
	access(look, *store);
	for (const Operand &o : all)
		if (o.pointer == to.pointer) {
			call.setArgOperand(o.argument, t);
			call.addParamAttr(o.argument, Attribute::NoCapture);
		}
	all.erase(std::remove_if(all.begin(), all.end(),
			  [&](const Operand &o) {
				  return o.pointer == to.pointer;
			  }),
		all.end());
	return true;
}

/* True: nothing of it is left to be announced as torn. */
static bool divided(Look &look, CallBase &call, Operands &all, const char *text,
	bool clobbers)
{
	asm_text_operands o = numbers(all, text, clobbers);
	asm_text_steps steps = asm_text_effect(text, o).steps;

	if (steps != ASM_TEXT_UPDATE)
		return steps == ASM_TEXT_ONE;
	for (const Operand &a : all)
		if (a.write && a.number < 64 && (o.updated >> a.number & 1) &&
			asm_text_named(text, 1ul << a.number))
			return through_copy(look, call, all, a, text);
	return false;
}

static void announce(Look &look, CallBase &call, const Operand &o,
	uint64_t instruction, bool write, bool torn, bool locked)
{
	uint64_t type = by_type(look, o), bytes = std::max(type, instruction);

	if (torn)
		look.announce_torn(call, o.pointer, bytes, write);
	else if ((instruction && instruction == bytes) || (locked && write))
		look.announce_whole(call, o.pointer, bytes, write);
	else
		look.announce(call, o.pointer, bytes, write,
			o.pointer->getPointerAlignment(look.layout));
}

bool assembly(Look &look, CallBase &call)
{
	auto *code = dyn_cast<InlineAsm>(call.getCalledOperand());
	bool clobbers = false, torn, locked;

	if (!code)
		return false;
	const std::string &text = code->getAsmString();
	if (asm_text_prefetches(text.c_str()))
		return true;
	InlineAsm::ConstraintInfoVector list = code->ParseConstraints();
	for (auto &c : list)
		for (auto &name : c.Codes)
			clobbers |= c.Type == InlineAsm::isClobber &&
				    name == "{memory}";
	Operands all = in_memory(look, call, list);
	asm_text_operands o = numbers(all, text.c_str(), clobbers);
	if (asm_text_drains(text.c_str(), o.memory, true))
		fence(look, call);
	if (asm_text_orders_stores(text.c_str()))
		store_fence(look, call);
	if (asm_text_non_temporal(text.c_str()))
		non_temporal(look, call);
	locked = asm_text_drains(text.c_str(), o.memory, false);
	torn = !divided(look, call, all, text.c_str(), clobbers);
	/* Reads first, as they are made. */
	for (bool write : {false, true})
		for (const Operand &o : all)
			if (write ? o.write || stored(o, text.c_str(), clobbers)
				  : !o.write)
				announce(look, call, o,
					by_instruction(all, text.c_str(), o),
					write, torn, locked);
	if ((clobbers || text.find_first_of("([") != std::string::npos) &&
		!asm_text_contained(text.c_str()))
		look.hole_made(call, SCARP_HOLE_ASSEMBLY);
	return true;
}

} // namespace scarp
