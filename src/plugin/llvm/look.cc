/* SPDX-License-Identifier: MIT */
/* look.cc - what is known of memory, hooks and holes */
#include "scarp_llvm.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include "../holes.h"

using namespace llvm;

namespace scarp
{

const AllocaInst *Look::local(Value *pointer)
{
	if (auto *a = dyn_cast<AllocaInst>(getUnderlyingObject(pointer)))
		return a;
	return findAllocaForValue(pointer);
}

/* clang's pass asks whether the address of the part that is accessed leaves the
 * function, and so misses every part of a struct that was handed on whole. */
bool Look::hidden(Value *pointer)
{
	auto *global = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));

	if (global && global->isConstant())
		return true;
	const AllocaInst *a = local(pointer);
	if (!a)
		return false;
	auto known = captured.find(a);
	if (known == captured.end())
		known = captured.insert({a, PointerMayBeCaptured(
						    a, true, true)})
				.first;
	return !known->second;
}

/* What it asks: after the address of the part. */
bool Look::skipped(Value *pointer)
{
	return local(pointer) && !PointerMayBeCaptured(pointer, true, true);
}

/* A call of a hook.  It keeps no address, and clang's pass must know so: it
 * would take the access for one that it has to announce itself. */
static void hook(Look &look, Instruction &at, const std::string &name,
	Value *pointer, Value *bytes)
{
	IRBuilder<> b(&at);
	Type *bare = PointerType::get(b.getInt8Ty(), 0);
	std::vector<Type *> types = {bare};
	std::vector<Value *> values = {b.CreatePointerCast(pointer, bare)};

	if (bytes) {
		types.push_back(bytes->getType());
		values.push_back(bytes);
	}
	CallInst *call = b.CreateCall(
		look.module.getOrInsertFunction(
			name, FunctionType::get(b.getVoidTy(), types, false)),
		values);
	call->addParamAttr(0, Attribute::NoCapture);
	call->addFnAttr(Attribute::NoUnwind);
}

/* Widths that clang's pass knows get its hooks, which are faster. */
void Look::announce(Instruction &at, Value *pointer, uint64_t bytes, bool write,
	Align alignment)
{
	bool aligned = alignment.value() >= bytes || alignment.value() >= 8;

	if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 ||
		bytes == 16) {
		told.push_back(
			{pointer, IRBuilder<>(&at).getInt64(bytes), write});
		hook(*this, at,
			"__tsan_" + std::string(aligned ? "" : "unaligned_") +
				(write ? "write" : "read") +
				std::to_string(bytes),
			pointer, nullptr);
	} else if (bytes)
		announce_value(
			at, pointer, IRBuilder<>(&at).getInt64(bytes), write);
}

void Look::announce_value(
	Instruction &at, Value *pointer, Value *bytes, bool write)
{
	told.push_back({pointer, bytes, write});
	hook(*this, at, write ? "__scarp_write_range" : "__scarp_read_range",
		pointer, bytes);
}

void Look::announce_as(const char *how, Instruction &at, Value *pointer,
	uint64_t bytes, bool write)
{
	Value *size = IRBuilder<>(&at).getInt64(bytes);

	told.push_back({pointer, size, write});
	hook(*this, at,
		std::string("__scarp_") + (write ? "write_" : "read_") + how,
		pointer, size);
}

void Look::announce_torn(
	Instruction &at, Value *pointer, uint64_t bytes, bool write)
{
	announce_as("torn", at, pointer, bytes, write);
}

void Look::announce_whole(
	Instruction &at, Value *pointer, uint64_t bytes, bool write)
{
	announce_as("whole", at, pointer, bytes, write);
}

void Look::settle(Instruction &at)
{
	for (size_t i = 0; i + 1 < told.size(); i++)
		if (told[i].write)
			hook(*this, at, "__scarp_log_range", told[i].pointer,
				told[i].bytes);
	told.clear();
}

void Look::unknown(Instruction &at, const std::string &name)
{
	hole(&at, SCARP_HOLE_FORM " " + name);
}

std::string Look::place(const Instruction *at)
{
	std::string file = module.getSourceFileName();
	unsigned line = 0;

	if (const DILocation *d = at ? at->getDebugLoc().get() : nullptr) {
		file = d->getFilename().str();
		line = d->getLine();
	} else if (const DISubprogram *s = function.getSubprogram()) {
		file = s->getFilename().str();
		line = s->getLine();
	}
	return " (" + file + ":" + std::to_string(line) + ")";
}

void Look::hole(const Instruction *at, const std::string &what)
{
	holes.push_back(what + place(at));
}

void Look::hole_made(Instruction &at, const std::string &what)
{
	std::string line = what + place(&at);

	hook(*this, at, SCARP_UNANNOUNCED,
		IRBuilder<>(&at).CreateGlobalStringPtr(line), nullptr);
	holes.push_back(SCARP_HOLE_MADE + line);
}

} // namespace scarp
