/* SPDX-License-Identifier: MIT */
/* flags.c - `scarp flags`: what scarp cc would add, for build files
 *
 * For builds where the compiler cannot be replaced.  A file linked this way
 * has no inventory, so every library call in it counts as unknown.
 */
#include "cc/cc.h"

#include <stdio.h>
#include <string.h>

#include "cc/compiler.h"
#include "cc/plugin.h"
#include "cc/rewrite.h"

static void print(const struct args *list)
{
	for (size_t i = 0; i < list->len; i++)
		printf("%s%s", i ? " " : "", list->at[i]);
	putchar('\n');
}

static int wrong(const char *text)
{
	fprintf(stderr, "scarp flags: %s\n", text);
	return 2;
}

int cc_flags_main(int argc, char **argv)
{
	/* Which level the build asks for is not known; -O1 holds for all. */
	struct request r = {
		.product = MAKES_OBJECTS, .compiles = true, .level = "-O1"};
	struct args line = {0}, rest = {0}, cflags = {0}, libs = {0};
	bool want_cflags = false, want_libs = false;
	struct resources from;
	struct err err;

	for (int i = 1; i < argc; i++)
		args_add(&line, argv[i]);
	for (size_t i = 0; i < line.len; i++)
		r.cxx |= strcmp(line.at[i], "--c++") == 0;
	if (compiler_pick(&r, &line, &rest, &err) != OK ||
		resources_find(&from, &err) != OK ||
		plugin_find(&r, &from, &err) != OK)
		return wrong(err.text);
	for (size_t i = 0; i < rest.len; i++) {
		if (!strcmp(rest.at[i], "--cflags"))
			want_cflags = true;
		else if (!strcmp(rest.at[i], "--libs"))
			want_libs = true;
		else if (strcmp(rest.at[i], "--c++") != 0)
			return wrong("usage: scarp flags [--cflags|--libs] "
				     "[--compiler gcc|clang] [--c++] "
				     "[--no-plugin]");
	}
	r.compiles_cxx = r.cxx;
	rewrite_compile(&cflags, &r, &from);
	r.product = MAKES_EXECUTABLE;
	rewrite_link(&libs, &r, &from);
	rewrite_runtime(&libs, &r, &from);
	if (want_cflags || !want_libs)
		print(&cflags);
	if (want_libs || !want_cflags)
		print(&libs);
	return 0;
}
