/* SPDX-License-Identifier: MIT */
/* twice.cc - functions that return a second time
 *
 * clang knows setjmp by its name, as a builtin; with -fno-builtin it does not,
 * and reuses stack slots that are read after the second return.
 */
#include "scarp_llvm.h"

namespace scarp
{

void mark_twice(llvm::Module &m)
{
	/* gcc's list, which heeds no flag there. */
	static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp",
		"__sigsetjmp", "savectx", "vfork", "getcontext"};

	for (const char *name : names)
		if (llvm::Function *f = m.getFunction(name))
			f->addFnAttr(llvm::Attribute::ReturnsTwice);
}

} // namespace scarp
