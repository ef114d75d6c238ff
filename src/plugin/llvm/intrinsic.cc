/* SPDX-License-Identifier: MIT */
/* intrinsic.cc - intrinsics that may touch memory
 *
 * The table says which ones do not matter and what the others touch; one that
 * it does not know is a hole.
 */
#include "scarp_llvm.h"

#include "../holes.h"

using namespace llvm;

namespace scarp
{

enum Does {
	NOTHING,
	READS,
	WRITES,
	HIDES /* a hole */
};

static const struct row {
	const char *name;
	unsigned argument;
	uint64_t bytes;
	Does does;
	const char *what; /* of a hole */
} rows[] = {
#define QUIET(name) {name, 0, 0, NOTHING, nullptr},
#define TOUCHES(name, argument, bytes, does)                                   \
	{name, argument, bytes, does, nullptr},
#define HOLE(name, what) {name, 0, 0, HIDES, what},
#include "intrinsics.def"
#undef QUIET
#undef TOUCHES
#undef HOLE
};

/* A row's name may end in the middle of an overloaded one. */
static bool covers(const row &r, StringRef name)
{
	StringRef known = r.name;

	return known.back() == '.' || begins(known, "llvm.mem")
		       ? begins(name, known)
		       : name == known;
}

static bool harmless(const CallBase &call)
{
	return !call.mayReadOrWriteMemory() ||
	       call.onlyAccessesInaccessibleMemory();
}

bool intrinsic_touches(Look &look, CallBase &call)
{
	StringRef name = call.getCalledFunction()->getName();
	bool found = harmless(call);

	for (const row &r : rows) {
		if (!covers(r, name))
			continue;
		found = true;
		if (r.does == HIDES)
			return true;
		if (r.does != NOTHING &&
			!look.hidden(call.getArgOperand(r.argument)))
			return true;
	}
	return !found;
}

bool intrinsic(Look &look, CallBase &call)
{
	Function *f = call.getCalledFunction();
	bool found = false;

	if (!f || !f->isIntrinsic())
		return false;
	if (harmless(call))
		return true;
	/* Reads first, as they are made. */
	for (Does does : {NOTHING, HIDES, READS, WRITES})
		for (const row &r : rows) {
			if (r.does != does || !covers(r, f->getName()))
				continue;
			found = true;
			if (does == HIDES)
				look.hole(&call, r.what);
			if (does == NOTHING || does == HIDES)
				continue;
			Value *pointer = call.getArgOperand(r.argument);
			if (!look.hidden(pointer))
				look.announce(
					call, pointer, r.bytes, does == WRITES);
		}
	if (!found)
		look.hole(&call, SCARP_HOLE_INTRINSIC " " + f->getName().str());
	return true;
}

} // namespace scarp
