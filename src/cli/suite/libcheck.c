/* SPDX-License-Identifier: MIT */
/* libcheck.c - Check, which has no list: its log has each test that ran
 *
 * What it can run alone is a test case (tcase_create) of a suite, with all of
 * the tests in that.
 */
#include <stdio.h>
#include <string.h>

#include "cli/suite/framework.h"

/* "Running suite NAME", then lines FILE:LINE:RESULT:CASE:TEST:...; a file's
 * name has no colon, as make would not take it either. */
static void read(struct words *names, char *text)
{
	static const char head[] = "Running suite ";
	const char *suite = NULL;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *at = line, *name, full[600];

		if (strncmp(line, head, sizeof head - 1) == 0) {
			suite = line + sizeof head - 1;
			continue;
		}
		for (int i = 0; i < 3 && at; i++)
			at = (at = strchr(at, ':')) ? at + 1 : NULL;
		if (!suite || !at || at[-3] != ':' || !strchr("PFE", at[-2]))
			continue;
		name = at;
		at = strchr(name, ':');
		if (!at)
			continue;
		snprintf(full, sizeof full, "%.250s:%.*s", suite,
			(int)(at - name), name);
		words_add(names, full);
	}
}

static void select_case(struct selection *s, const char *name)
{
	const char *colon = strrchr(name, ':');

	if (!colon)
		return;
	words_addf(&s->environment, "CK_RUN_SUITE=%.*s", (int)(colon - name),
		name);
	words_addf(&s->environment, "CK_RUN_CASE=%s", colon + 1);
}

const struct framework framework_check = {.name = "Check",
	.symbols = {"srunner_run_all", "srunner_run_tagged", "srunner_run"},
	.list_environment = {"CK_LOG_FILE_NAME=-", "CK_VERBOSITY=silent"},
	.runs_all = true,
	.sources = "compile it as a part of the project in place of linking "
		   "libcheck.a",
	.always = "CK_FORK=no", /* the tests must run in the process */
	.read = read,
	.select = select_case};
