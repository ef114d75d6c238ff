/* SPDX-License-Identifier: MIT */
/* cmocka.c - cmocka, which has no list: each test is told when it begins
 *
 * Nor has it an argument that names one.  What has is a function of its
 * library, which the runtime calls (src/native/case.c).
 */
#include <string.h>

#include "cli/suite/framework.h"

static void read(struct words *names, char *text)
{
	static const char mark[] = "[ RUN      ] ";

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *at = strstr(line, mark);

		if (at)
			words_add(names, at + sizeof mark - 1);
	}
}

/* A filter is a pattern, with * and ? and nothing that escapes these. */
static bool runs(const char *selected, const char *other)
{
	for (; *selected; selected++, other++) {
		if (*selected == '*') {
			while (*other && !runs(selected + 1, other))
				other++;
			return *other || runs(selected + 1, other);
		}
		if (!*other || (*selected != '?' && *selected != *other))
			return false;
	}
	return !*other;
}

static void select_case(struct selection *s, const char *name)
{
	words_addf(&s->environment, "SCARP_CASE=%s", name);
}

const struct framework framework_cmocka = {.name = "cmocka",
	.symbols = {"_cmocka_run_group_tests"},
	.list_environment = {"CMOCKA_MESSAGE_OUTPUT=STDOUT"},
	.runs_all = true,
	.read = read,
	.select = select_case,
	.list_is_whole = true,
	.runs = runs};
