/* SPDX-License-Identifier: MIT */
/* known.cc - library functions that gcc knows, while it reads the file
 *
 * A valid program may need it to know them.  `static size_t n = strlen("abc")`
 * is a constant, std::abs(-1) the length of an array; and what C before 1999
 * calls without a declaration has its true type (malloc, strchr, sqrt).  With
 * -fno-builtin gcc knows none.  So they are declared again, without what gcc
 * may conclude from them, and forgotten when all is read and nothing yet
 * compiled: what is left of them are calls of plain functions.
 */
#include "scarp_gcc.h"

#include "cgraph.h"
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

void known_wanted(void)
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
	return wanted && (flag_sanitize & SANITIZE_THREAD) &&
	       (lang_GNU_C() || lang_GNU_CXX());
}

/* gcc has instructions for them, and no library has the function. */
static bool is_nowhere(enum built_in_function code)
{
	switch (code) {
	CASE_FLT_FN(BUILT_IN_SIGNBIT):
	case BUILT_IN_SIGNBITD32:
	case BUILT_IN_SIGNBITD64:
	case BUILT_IN_SIGNBITD128:
	case BUILT_IN_FABSD32:
	case BUILT_IN_FABSD64:
	case BUILT_IN_FABSD128:
	case BUILT_IN_ISNAND32:
	case BUILT_IN_ISNAND64:
	case BUILT_IN_ISNAND128:
	case BUILT_IN_NAND32:
	case BUILT_IN_NAND64:
	case BUILT_IN_NAND128:
	case BUILT_IN_FFSIMAX:
		return true;
	default:
		return false;
	}
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
	/* They touch no memory, which says that no pass need look. */
	TREE_READONLY(own) = TREE_NOTHROW(own) = is_nowhere(code);
}

static void know_all(void)
{
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
	       DECL_FUNCTION_CODE(t) != BUILT_IN_ALLOCA &&
	       !is_nowhere(DECL_FUNCTION_CODE(t));
}

static tree forget(tree *at, int *, void *)
{
	if (added(*at))
		set_decl_built_in_function(*at, NOT_BUILT_IN, 0);
	return NULL_TREE;
}

static void forget_all(void)
{
	cgraph_node *f;
	varpool_node *v;

	FOR_EACH_FUNCTION(f) {
		forget(&f->decl, NULL, NULL);
		walk_tree_without_duplicates(
			&DECL_SAVED_TREE(f->decl), forget, NULL);
	}
	FOR_EACH_VARIABLE(v)
		walk_tree_without_duplicates(
			&DECL_INITIAL(v->decl), forget, NULL);
}

static void (*parse_file)(void);

static void parse_and_forget(void)
{
	parse_file();
	forget_all();
}

void known_begin(void)
{
	if (!takes_part())
		return;
	know_all();
	parse_file = lang_hooks.parse_file;
	lang_hooks.parse_file = parse_and_forget;
}
