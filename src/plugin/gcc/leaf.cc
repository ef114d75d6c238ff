/* SPDX-License-Identifier: MIT */
/* leaf.cc - a hook lets other threads run, who see every variable
 *
 * gcc's declarations of tsan's functions say `leaf`: they never come back into
 * this file.  ipa-reference concludes that a static variable whose address the
 * program takes nowhere is neither read nor written by them, and the passes
 * behind tsan remove a store between two hooks, or take an older value for a
 * load.  In such a hook other threads of this very file run.
 */
#include "scarp_gcc.h"

#include "stringpool.h"
#include "attribs.h"
#include "asan.h"

void hooks_see_all(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	initialize_sanitizer_builtins();
	for (int i = BUILT_IN_TSAN_INIT; i <= BUILT_IN_TSAN_ATOMIC_SIGNAL_FENCE;
		i++) {
		tree d = builtin_decl_explicit(
			static_cast<enum built_in_function>(i));

		/* The list is shared with other functions. */
		if (d)
			DECL_ATTRIBUTES(d) = remove_attribute(
				"leaf", copy_list(DECL_ATTRIBUTES(d)));
	}
}
