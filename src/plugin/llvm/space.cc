/* SPDX-License-Identifier: MIT */
/* space.cc - address spaces
 *
 * In those of the segment registers (__seg_gs, __seg_fs) an address is none
 * without the register: a hole, and never told to anybody as if it were one.
 * What else C calls an address space is the one memory of the machine.
 */
#include "scarp_llvm.h"

#include "../holes.h"

using namespace llvm;

namespace scarp
{

enum {
	GS = 256,
	FS,
	SS
};

enum {
	PIECES_MAX = 4096 /* bytes; structs are smaller */
};

static bool segment(unsigned space)
{
	return space >= GS && space <= SS;
}

static unsigned space_of(Value *v)
{
	return v->getType()->isPointerTy() ? v->getType()->getPointerAddressSpace()
					   : 0;
}

static bool accesses(Instruction &i)
{
	return isa<LoadInst>(i) || isa<StoreInst>(i) ||
	       isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i);
}

static unsigned place_of(Instruction &i)
{
	return isa<StoreInst>(i) ? StoreInst::getPointerOperandIndex() : 0;
}

/* The same address, in the space of all others. */
static void in_memory(Instruction &i)
{
	Value *pointer = i.getOperand(place_of(i));
	Type *type = i.getType();

	if (auto *store = dyn_cast<StoreInst>(&i))
		type = store->getValueOperand()->getType();
	else if (auto *cas = dyn_cast<AtomicCmpXchgInst>(&i))
		type = cas->getCompareOperand()->getType();
	i.setOperand(place_of(i),
		IRBuilder<>(&i).CreateAddrSpaceCast(
			pointer, PointerType::get(type, 0)));
}

static void leave(Look &look, Instruction &i)
{
	look.hole(&i, SCARP_HOLE_SEGMENT);
	i.setMetadata("nosanitize",
		MDNode::get(i.getContext(), ArrayRef<Metadata *>()));
}

/* Of what is copied or filled, a piece that one instruction moves. */
static Value *piece_of(
	IRBuilder<> &b, Value *pointer, Type *type, uint64_t offset)
{
	unsigned space = space_of(pointer);
	Value *bytes = b.CreatePointerCast(
		pointer, PointerType::get(b.getInt8Ty(), space));

	bytes = b.CreateConstGEP1_64(b.getInt8Ty(), bytes, offset);
	return b.CreatePointerCast(bytes, PointerType::get(type, space));
}

static void announce_piece(Look &look, Instruction &i, Value *pointer)
{
	if (segment(space_of(pointer)))
		leave(look, i);
	else
		access(look, i);
}

static void move_piece(Look &look, MemIntrinsic &whole, IRBuilder<> &b,
	Type *type, uint64_t offset)
{
	auto *copy = dyn_cast<MemTransferInst>(&whole);
	bool is_volatile = whole.isVolatile();
	Value *to = whole.getRawDest(), *from = nullptr, *value;

	if (copy) {
		from = copy->getRawSource();
		LoadInst *load = b.CreateAlignedLoad(type,
			piece_of(b, from, type, offset), Align(1), is_volatile);
		announce_piece(look, *load, from);
		value = load;
	} else {
		value = cast<MemSetInst>(whole).getValue();
		if (!type->isIntegerTy(8))
			value = b.CreateMul(b.CreateZExt(value, type),
				b.getInt64(0x0101010101010101));
	}
	StoreInst *store = b.CreateAlignedStore(value,
		piece_of(b, to, type, offset), Align(1), is_volatile);
	announce_piece(look, *store, to);
}

/* clang's pass makes a call of it, to which the register means nothing. */
static bool in_pieces(Look &look, MemIntrinsic &whole)
{
	auto *length = dyn_cast<ConstantInt>(whole.getLength());
	IRBuilder<> b(&whole);
	uint64_t at = 0;

	if (!length || length->getZExtValue() > PIECES_MAX)
		return false;
	for (; at + 8 <= length->getZExtValue(); at += 8)
		move_piece(look, whole, b, b.getInt64Ty(), at);
	for (; at < length->getZExtValue(); at++)
		move_piece(look, whole, b, b.getInt8Ty(), at);
	whole.eraseFromParent();
	return true;
}

bool segments(Look &look, Instruction &i)
{
	auto *whole = dyn_cast<MemIntrinsic>(&i);
	auto *c = dyn_cast<CallBase>(&i);
	bool through = false;

	if (accesses(i)) {
		unsigned space = space_of(i.getOperand(place_of(i)));

		through = segment(space);
		if (space && !through)
			in_memory(i);
	} else if (c && (c->isInlineAsm() || isa<MemIntrinsic>(c))) {
		for (Value *argument : c->args())
			through |= segment(space_of(argument));
	}
	if (through && !(whole && in_pieces(look, *whole)))
		leave(look, i);
	return through;
}

} // namespace scarp
