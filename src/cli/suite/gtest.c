/* SPDX-License-Identifier: MIT */
/* gtest.c - GoogleTest, and GoogleMock on top of it */
#include <string.h>

#include "cli/suite/framework.h"

/* A suite's name ends in a dot, its tests are indented; what follows " #" says
 * of which type or value they are.  Disabled ones are listed and do not run. */
static void read(struct words *names, char *text)
{
	const char *suite = NULL;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *comment = strstr(line, "  #");
		size_t n;

		if (comment)
			*comment = '\0';
		n = strlen(line);
		if (line[0] != ' ')
			suite = n && line[n - 1] == '.' && !strchr(line, ' ')
					? line
					: NULL;
		else if (suite && strncmp(line, "  ", 2) == 0 &&
			 !strstr(suite, "DISABLED_") &&
			 strncmp(line + 2, "DISABLED_", 9) != 0)
			words_addf(names, "%s%s", suite, line + 2);
	}
}

static void select_case(struct selection *s, const char *name)
{
	words_addf(&s->arguments, "--gtest_filter=%s", name);
}

const struct framework framework_gtest = {.name = "GoogleTest",
	.symbols = {"_ZN7testing8UnitTest11GetInstanceEv"},
	.list_arguments = {"--gtest_list_tests"},
	.sources = "compile it as a part of the project (FetchContent; Debian "
		   "has /usr/src/googletest) in place of linking libgtest.a",
	.read = read,
	.select = select_case};
