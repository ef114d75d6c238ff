/* SPDX-License-Identifier: MIT */
/* lanes.cc - vector accesses under a mask
 *
 * One hook announces what lies from the first lane that the mask takes to the
 * last one: a hook for the whole vector would claim bytes that are another's,
 * and one for each lane would cost as many calls.  A gather is announced lane
 * by lane, a scatter is a hole.
 */
#include "scarp_llvm.h"

#include "../holes.h"

using namespace llvm;

namespace scarp
{

struct Lanes {
	Value *pointer = nullptr; /* of lane 0 */
	Value *mask = nullptr;	  /* one bit a lane */
	Type *vector = nullptr;	  /* what is loaded or stored */
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

static uint64_t element_bytes(Look &look, Type *vector)
{
	return look.layout
		.getTypeStoreSize(
			cast<FixedVectorType>(vector)->getElementType())
		.getFixedValue();
}

static Value *bits(IRBuilder<> &b, Value *mask)
{
	return b.CreateZExt(b.CreateBitCast(mask, b.getIntNTy(length(mask))),
		b.getInt64Ty());
}

static Value *zeros(IRBuilder<> &b, Intrinsic::ID which, Value *of)
{
	return b.CreateIntrinsic(which, {of->getType()}, {of, b.getFalse()});
}

static void announce(Look &look, CallBase &call, const Lanes &l)
{
	IRBuilder<> b(&call);
	Value *bytes = b.getInt64(element_bytes(look, l.vector));
	Type *bare = PointerType::get(b.getInt8Ty(), 0);
	Value *taken, *first, *end, *size;

	if (look.hidden(l.pointer))
		return;
	taken = bits(b, l.mask);
	first = zeros(b, Intrinsic::cttz, taken);
	end = b.CreateSub(b.getInt64(64), zeros(b, Intrinsic::ctlz, taken));
	size = b.CreateSelect(b.CreateICmpEQ(taken, b.getInt64(0)),
		b.getInt64(0), b.CreateMul(b.CreateSub(end, first), bytes));
	look.announce_value(call,
		b.CreateGEP(b.getInt8Ty(), b.CreatePointerCast(l.pointer, bare),
			b.CreateMul(first, bytes)),
		size, l.write);
}

/* expandload and compressstore: as many elements as the mask has bits. */
static void packed(Look &look, CallBase &call, const Lanes &l)
{
	IRBuilder<> b(&call);

	if (look.hidden(l.pointer))
		return;
	look.announce_value(call, l.pointer,
		b.CreateMul(b.CreateUnaryIntrinsic(
				    Intrinsic::ctpop, bits(b, l.mask)),
			b.getInt64(element_bytes(look, l.vector))),
		l.write);
}

/* Lane i of a load is at each(i). */
static void gather(Look &look, CallBase &call, Value *mask, unsigned count,
	function_ref<Value *(IRBuilder<> &, unsigned)> each)
{
	IRBuilder<> b(&call);
	uint64_t bytes = element_bytes(look, call.getType());

	for (unsigned i = 0; i < count; i++)
		look.announce_value(call, each(b, i),
			b.CreateSelect(b.CreateExtractElement(mask, i),
				b.getInt64(bytes), b.getInt64(0)),
			false);
}

static bool generic(Look &look, CallBase &call)
{
	auto *i = dyn_cast<IntrinsicInst>(&call);
	auto argument = [&](unsigned n) { return call.getArgOperand(n); };

	switch (i ? i->getIntrinsicID() : Intrinsic::not_intrinsic) {
	case Intrinsic::masked_load:
		announce(look, call,
			{argument(0), argument(2), call.getType(), false});
		return true;
	case Intrinsic::masked_store:
		announce(look, call,
			{argument(1), argument(3), argument(0)->getType(),
				true});
		return true;
	case Intrinsic::masked_expandload:
		packed(look, call,
			{argument(0), argument(1), call.getType(), false});
		return true;
	case Intrinsic::masked_compressstore:
		packed(look, call,
			{argument(1), argument(2), argument(0)->getType(),
				true});
		return true;
	case Intrinsic::masked_gather:
		gather(look, call, argument(2), length(argument(0)),
			[&](IRBuilder<> &b, unsigned lane) {
				return b.CreateExtractElement(
					argument(0), lane);
			});
		return true;
	case Intrinsic::masked_scatter:
		look.hole(&call, SCARP_HOLE_INTRINSIC " llvm.masked.scatter");
		return true;
	default:
		return false;
	}
}

/* base + index * scale, for the lanes that both vectors have. */
static void machine_gather(Look &look, CallBase &call)
{
	IRBuilder<> b(&call);
	Value *index = call.getArgOperand(2);
	Value *scale = b.CreateZExt(call.getArgOperand(4), b.getInt64Ty());
	Value *base = b.CreatePtrToInt(call.getArgOperand(1), b.getInt64Ty());
	unsigned all = cast<FixedVectorType>(call.getType())->getNumElements();

	gather(look, call, signs(b, call.getArgOperand(3)),
		std::min(all, length(index)),
		[&](IRBuilder<> &b, unsigned lane) {
			Value *offset = b.CreateMul(
				b.CreateSExt(
					b.CreateExtractElement(index, lane),
					b.getInt64Ty()),
				scale);

			return b.CreateIntToPtr(b.CreateAdd(base, offset),
				PointerType::get(b.getInt8Ty(), 0));
		});
}

static bool machine(Look &look, CallBase &call, StringRef name)
{
	IRBuilder<> b(&call);
	bool load = begins(name, "llvm.x86.avx.maskload.") ||
		    begins(name, "llvm.x86.avx2.maskload.");
	bool store = begins(name, "llvm.x86.avx.maskstore.") ||
		     begins(name, "llvm.x86.avx2.maskstore.");
	auto argument = [&](unsigned n) { return call.getArgOperand(n); };

	if (name == "llvm.x86.sse2.maskmov.dqu")
		announce(look, call,
			{argument(2), signs(b, argument(1)),
				argument(0)->getType(), true});
	else if (load)
		announce(look, call,
			{argument(0), signs(b, argument(1)), call.getType(),
				false});
	else if (store)
		announce(look, call,
			{argument(0), signs(b, argument(1)),
				argument(2)->getType(), true});
	else if (begins(name, "llvm.x86.avx2.gather."))
		machine_gather(look, call);
	else
		return false;
	return true;
}

bool lanes(Look &look, CallBase &call)
{
	Function *f = call.getCalledFunction();

	return f && f->isIntrinsic() &&
	       (generic(look, call) || machine(look, call, f->getName()));
}

} // namespace scarp
