/* SPDX-License-Identifier: MIT */
/* imports.h - the library calls of an executable that scarp does not know
 *
 * The executable's imports, and those of every shared library it needs that
 * scarp cc built itself; such a library is recognised by its own import of
 * __tsan_init.  What those libraries define is known.
 */
#ifndef CC_IMPORTS_H
#define CC_IMPORTS_H

#include "cc/args.h"
#include "cc/draft.h"
#include "cc/image.h"

/* Adds unknown imports, libraries not built by scarp, and the fenv flag.  What
 * only the runtime's own code refers to is left out: its place is known. */
void imports_list(struct draft *d, const struct image *exe,
	const struct image *runtime, const struct args *library);

#endif
