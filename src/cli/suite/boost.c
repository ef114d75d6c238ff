/* SPDX-License-Identifier: MIT */
/* boost.c - Boost.Test, as a library or included */
#include <string.h>

#include "cli/suite/framework.h"

enum {
	DEPTH_MAX = 32,
	INDENT = 4
};

/* A tree, four blanks a level; a star behind a name: it runs by default.  What
 * is followed by something deeper is a suite. */
static void read(struct words *names, char *text)
{
	char *above[DEPTH_MAX] = {NULL}, *next;

	for (char *line = text; line; line = next) {
		size_t depth, deeper;
		char path[2048] = "", *end;

		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		depth = strspn(line, " ") / INDENT;
		deeper = next ? strspn(next, " ") / INDENT : 0;
		line += strspn(line, " ");
		end = strchr(line, ':'); /* a description follows */
		if (end)
			*end = '\0';
		end = line + strlen(line);
		if (end == line || end[-1] != '*' || depth >= DEPTH_MAX)
			continue;
		end[-1] = '\0';
		above[depth] = line;
		if (deeper > depth)
			continue;
		for (size_t i = 0; i <= depth && above[i]; i++) {
			if (i)
				strncat(path, "/",
					sizeof path - strlen(path) - 1);
			strncat(path, above[i], sizeof path - strlen(path) - 1);
		}
		words_add(names, path);
	}
}

/* What is a pattern, a list or a choice there cannot be escaped. */
static bool runs(const char *selected, const char *other)
{
	return strpbrk(selected, "*,:!+@") != NULL;
}

static void select_case(struct selection *s, const char *name)
{
	words_addf(&s->arguments, "--run_test=%s", name);
}

const struct framework framework_boost = {.name = "Boost.Test",
	.symbols = {"_ZN5boost9unit_test14unit_test_main"},
	.list_arguments = {"--list_content"},
	.on_stderr = true,
	.sources = "include <boost/test/included/unit_test.hpp> in place of "
		   "linking its library",
	.read = read,
	.select = select_case,
	.list_is_whole = true,
	.runs = runs};
