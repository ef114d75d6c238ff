/* SPDX-License-Identifier: MIT */
/* lanes.cc - vector accesses under a mask
 *
 * Each lane is announced by itself, with size 0 where the mask leaves it out: a
 * hook for the whole vector would claim bytes that are another's.
 */
#include "scarp_llvm.h"

using namespace llvm;

namespace scarp
{

struct Lanes {
	Value *pointer = nullptr; /* of lane 0; NULL: `each` says all */
	Value *each = nullptr;	  /* a vector of pointers */
	Value *mask = nullptr;	  /* one bit a lane */
	Type *element = nullptr;
	unsigned count = 0;
	bool write = false;
};

static unsigned length(Value *vector)
{
	return cast<FixedVectorType>(vector->getType())->getNumElements();
}

/* The highest bit of each element, as the machine's own masks have it. */
static Value *signs(IRBuilder<> &b, Value *mask)
{
	auto *type = cast<FixedVectorType>(mask->getType());
	Type *integers =
		FixedVectorType::get(b.getIntNTy(type->getScalarSizeInBits()),
			type->getNumElements());

	return b.CreateICmpSLT(b.CreateBitCast(mask, integers),
		Constant::getNullValue(integers));
}

static void announce(Look &look, CallBase &call, const Lanes &l)
{
	IRBuilder<> b(&call);
	uint64_t bytes =
		look.layout.getTypeStoreSize(l.element).getFixedValue();
	Value *start = l.pointer;

	if (start && look.hidden(start))
		return;
	if (start)
		start = b.CreatePointerCast(
			start, PointerType::get(b.getInt8Ty(), 0));
	for (unsigned i = 0; i < l.count; i++) {
		Value *at = start ? b.CreateConstInBoundsGEP1_64(
					    b.getInt8Ty(), start, i * bytes)
				  : b.CreateExtractElement(l.each, i);
		Value *on = b.CreateExtractElement(l.mask, i);

		look.announce_value(call, at,
			b.CreateSelect(on, b.getInt64(bytes), b.getInt64(0)),
			l.write);
	}
}

/* expandload and compressstore: as many elements as the mask has bits. */
static void packed(Look &look, CallBase &call, Value *pointer, Value *mask,
	Type *vector, bool write)
{
	IRBuilder<> b(&call);
	Type *element = cast<FixedVectorType>(vector)->getElementType();
	uint64_t bytes = look.layout.getTypeStoreSize(element).getFixedValue();
	Value *bits = b.CreateZExtOrTrunc(
		b.CreateBitCast(mask, b.getIntNTy(length(mask))),
		b.getInt64Ty());

	if (!look.hidden(pointer))
		look.announce_value(call, pointer,
			b.CreateMul(
				b.CreateUnaryIntrinsic(Intrinsic::ctpop, bits),
				b.getInt64(bytes)),
			write);
}

static bool generic(Look &look, CallBase &call, Lanes &l)
{
	auto *i = dyn_cast<IntrinsicInst>(&call);

	switch (i ? i->getIntrinsicID() : Intrinsic::not_intrinsic) {
	case Intrinsic::masked_load:
		l = {call.getArgOperand(0), nullptr, call.getArgOperand(2)};
		break;
	case Intrinsic::masked_store:
		l = {call.getArgOperand(1), nullptr, call.getArgOperand(3)};
		l.write = true;
		break;
	case Intrinsic::masked_gather:
		l = {nullptr, call.getArgOperand(0), call.getArgOperand(2)};
		break;
	case Intrinsic::masked_scatter:
		l = {nullptr, call.getArgOperand(1), call.getArgOperand(3)};
		l.write = true;
		break;
	case Intrinsic::masked_expandload:
		packed(look, call, call.getArgOperand(0), call.getArgOperand(1),
			call.getType(), false);
		return true;
	case Intrinsic::masked_compressstore:
		packed(look, call, call.getArgOperand(1), call.getArgOperand(2),
			call.getArgOperand(0)->getType(), true);
		return true;
	default:
		return false;
	}
	auto *vector = cast<FixedVectorType>(
		l.write ? call.getArgOperand(0)->getType() : call.getType());
	l.element = vector->getElementType();
	l.count = vector->getNumElements();
	announce(look, call, l);
	return true;
}

/* base + index * scale, for the lanes that both vectors have. */
static void gather(Look &look, CallBase &call, Lanes &l)
{
	IRBuilder<> b(&call);
	Value *index = call.getArgOperand(2);
	Value *scale = b.CreateZExt(call.getArgOperand(4), b.getInt64Ty());
	Value *base = b.CreatePtrToInt(call.getArgOperand(1), b.getInt64Ty());
	auto *vector = cast<FixedVectorType>(call.getType());
	Type *bare = PointerType::get(b.getInt8Ty(), 0);

	l.element = vector->getElementType();
	l.count = std::min(vector->getNumElements(), length(index));
	l.mask = signs(b, call.getArgOperand(3));
	l.each = UndefValue::get(FixedVectorType::get(bare, l.count));
	for (unsigned i = 0; i < l.count; i++) {
		Value *offset = b.CreateMul(
			b.CreateSExt(b.CreateExtractElement(index, i),
				b.getInt64Ty()),
			scale);

		l.each = b.CreateInsertElement(l.each,
			b.CreateIntToPtr(b.CreateAdd(base, offset), bare), i);
	}
	announce(look, call, l);
}

static bool machine(Look &look, CallBase &call, StringRef name, Lanes &l)
{
	IRBuilder<> b(&call);
	bool load = begins(name, "llvm.x86.avx.maskload.") ||
		    begins(name, "llvm.x86.avx2.maskload.");
	bool store = begins(name, "llvm.x86.avx.maskstore.") ||
		     begins(name, "llvm.x86.avx2.maskstore.");

	if (name == "llvm.x86.sse2.maskmov.dqu") {
		l.pointer = call.getArgOperand(2);
		l.mask = signs(b, call.getArgOperand(1));
		l.element = b.getInt8Ty();
		l.count = 16;
		l.write = true;
	} else if (load || store) {
		l.pointer = call.getArgOperand(0);
		l.mask = signs(b, call.getArgOperand(1));
		l.element = cast<FixedVectorType>(
			load ? call.getType()
			     : call.getArgOperand(2)->getType())
				    ->getElementType();
		l.count = length(call.getArgOperand(1));
		l.write = store;
	} else {
		return false;
	}
	announce(look, call, l);
	return true;
}

bool lanes(Look &look, CallBase &call)
{
	Function *f = call.getCalledFunction();
	Lanes l;

	if (!f || !f->isIntrinsic())
		return false;
	if (begins(f->getName(), "llvm.x86.avx2.gather.")) {
		gather(look, call, l);
		return true;
	}
	return generic(look, call, l) || machine(look, call, f->getName(), l);
}

} // namespace scarp
