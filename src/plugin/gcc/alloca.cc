/* SPDX-License-Identifier: MIT */
/* alloca.cc - alloca, where a program declares it by itself
 *
 * There is no such function: gcc has to know the name.  -fno-builtin, without
 * which other functions would no more be called, makes it forget this one, too.
 */
#include "scarp_gcc.h"

#include "options.h"

static bool is_alloca(tree d)
{
	return TREE_CODE(d) == FUNCTION_DECL && DECL_EXTERNAL(d) &&
	       TREE_PUBLIC(d) && !fndecl_built_in_p(d) &&
	       strcmp(IDENTIFIER_POINTER(DECL_NAME(d)), "alloca") == 0 &&
	       POINTER_TYPE_P(TREE_TYPE(TREE_TYPE(d)));
}

void alloca_declared(tree declaration)
{
	tree known = builtin_decl_explicit(BUILT_IN_ALLOCA);

	if (!(flag_sanitize & SANITIZE_THREAD) || !known ||
		!is_alloca(declaration))
		return;
	/* "void *alloca();" takes any number of arguments. */
	TREE_TYPE(declaration) = TREE_TYPE(known);
	set_decl_built_in_function(
		declaration, BUILT_IN_NORMAL, BUILT_IN_ALLOCA);
}
