/* SPDX-License-Identifier: MIT */
/* undeclared.cc - library functions that a C file calls and does not declare
 *
 * C before 1999 allows that, and compilers still do.  A function that gcc knows
 * (malloc, strchr, sqrt) then has its true type, any other one returns int.
 * With -fno-builtin gcc knows none, and half of a pointer is lost.  So they are
 * declared again, as gcc itself would have done, until the program does so; a
 * call of one that it never declares becomes that of a plain function.
 */
#include "scarp_gcc.h"

#include "langhooks.h"
#include "options.h"
#include "opts.h"
#include "target.h"
#include "toplev.h"

/* The compiler for C has them; other languages load the plugin, too. */
extern int flag_iso __attribute__((weak));
extern int flag_isoc94 __attribute__((weak));
extern int flag_isoc99 __attribute__((weak));
extern int flag_isoc11 __attribute__((weak));
extern int flag_isoc2x __attribute__((weak));
extern int flag_isoc23 __attribute__((weak));

static bool wanted;

void undeclared_wanted(void)
{
	wanted = true;
}

/* Whoever compiles may say so of one function or of all. */
static bool forgotten(const char *name)
{
	for (unsigned i = 0; i < save_decoded_options_count; i++) {
		const cl_decoded_option *o = &save_decoded_options[i];

		if ((o->opt_index == OPT_ffreestanding && o->value) ||
			(o->opt_index == OPT_fhosted && !o->value) ||
			(o->opt_index == OPT_fbuiltin_ && !o->value &&
				strcmp(o->arg, name) == 0))
			return true;
	}
	return false;
}

static bool takes_part(void)
{
	return wanted && (flag_sanitize & SANITIZE_THREAD) && lang_GNU_C();
}

/* `name` begins with __builtin_. */
static void know(const char *name, enum built_in_function code)
{
	tree function = builtin_decl_explicit(code), own;

	name += strlen("__builtin_");
	/* __printf_chk and its like are the library's own business. */
	if (!function || strncmp(name, "__", 2) == 0 || forgotten(name))
		return;
	own = add_builtin_function(name, TREE_TYPE(function), code,
		BUILT_IN_NORMAL, NULL, NULL_TREE);
	TREE_THIS_VOLATILE(own) = TREE_THIS_VOLATILE(function);
}

void undeclared_known(void)
{
	if (!takes_part())
		return;
/* Those that have a name without __builtin_, too (BOTH), and have it with
 * -std=c99 and its like (not EXTENDS). */
#define DEF_BUILTIN(ENUM, NAME, CLASS, TYPE, LIBTYPE, BOTH, FALLBACK, EXTENDS, \
	ATTRS, IMPLICIT, COND)                                                 \
	if ((BOTH) && !((EXTENDS) && flag_iso))                                \
		know(NAME, ENUM);
#include "builtins.def"
}

static bool added(tree t)
{
	return TREE_CODE(t) == FUNCTION_DECL &&
	       fndecl_built_in_p(t, BUILT_IN_NORMAL) &&
	       strncmp(IDENTIFIER_POINTER(DECL_NAME(t)), "__", 2) != 0 &&
	       DECL_FUNCTION_CODE(t) != BUILT_IN_ALLOCA;
}

void undeclared_declared(tree declaration)
{
	if (takes_part() && added(declaration))
		set_decl_built_in_function(declaration, NOT_BUILT_IN, 0);
}

static tree plain(tree *at, int *, void *)
{
	tree known = *at, same;

	if (!added(known))
		return NULL_TREE;
	same = build_fn_decl(IDENTIFIER_POINTER(DECL_NAME(known)),
		TREE_TYPE(known));
	TREE_NOTHROW(same) = 0;
	TREE_THIS_VOLATILE(same) = TREE_THIS_VOLATILE(known);
	*at = same;
	return NULL_TREE;
}

void undeclared_called(tree function)
{
	if (takes_part())
		walk_tree_without_duplicates(
			&DECL_SAVED_TREE(function), plain, NULL);
}
