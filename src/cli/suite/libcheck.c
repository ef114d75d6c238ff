/* SPDX-License-Identifier: MIT */
/* libcheck.c - Check, which has no list: its XML has each test that ran
 *
 * What it can run alone is a test case (tcase_create) of a suite, with all of
 * the tests in that.
 */
#include <stdio.h>
#include <string.h>

#include "cli/suite/framework.h"

/* What stands between <name> and </name> of this line, in place. */
static char *element(char *line, const char *open)
{
	char *from = strstr(line, open), *to;

	if (!from)
		return NULL;
	from += strlen(open);
	to = strrchr(from, '<');
	if (!to)
		return NULL;
	*to = '\0';
	return from;
}

/* What XML spells with an ampersand, again as it is. */
static void unescape(char *text)
{
	static const struct {
		const char *spelled;
		char is;
	} row[] = {{"&quot;", '"'}, {"&apos;", '\''}, {"&lt;", '<'},
		{"&gt;", '>'}, {"&amp;", '&'}};
	char *to = text;

	while (*text) {
		size_t i = 0, rows = sizeof row / sizeof row[0];

		while (i < rows && strncmp(text, row[i].spelled,
					   strlen(row[i].spelled)) != 0)
			i++;
		*to++ = i < rows ? row[i].is : *text;
		text += i < rows ? strlen(row[i].spelled) : 1;
	}
	*to = '\0';
}

/* A title for each suite, and for each test that ran its case, which XML calls
 * its description.  A colon in a name is told from the one between them. */
static void read(struct words *names, char *text)
{
	char suite[600] = "";
	bool any = false;

	for (char *line; (line = strsep(&text, "\n"));) {
		char *title = element(line, "<title>"),
		     *name = title ? NULL : element(line, "<description>");

		if (title) {
			unescape(title);
			snprintf(suite, sizeof suite, "%s",
				words_escape(title, ":\\"));
			any = true;
		} else if (name && any) {
			unescape(name);
			words_addf(names, "%s:%s", suite,
				words_escape(name, ":\\"));
		}
	}
}

static void plain(char *to, const char *from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (from[i] == '\\' && i + 1 < n)
			i++;
		*to++ = from[i];
	}
	*to = '\0';
}

static void select_case(struct selection *s, const char *name)
{
	size_t colon = 0, all = strlen(name);
	char suite[1200], tcase[1200];

	while (name[colon] && name[colon] != ':')
		colon += name[colon] == '\\' && name[colon + 1] ? 2 : 1;
	if (!name[colon] || all >= sizeof suite)
		return;
	plain(suite, name, colon);
	plain(tcase, name + colon + 1, all - colon - 1);
	words_addf(&s->environment, "CK_RUN_SUITE=%s", suite);
	words_addf(&s->environment, "CK_RUN_CASE=%s", tcase);
}

const struct framework framework_check = {.name = "Check",
	.symbols = {"srunner_run_all", "srunner_run_tagged", "srunner_run"},
	.list_environment = {"CK_XML_LOG_FILE_NAME=-", "CK_VERBOSITY=silent"},
	.runs_all = true,
	.sources = "compile it as a part of the project in place of linking "
		   "libcheck.a",
	.always = "CK_FORK=no", /* the tests must run in the process */
	.own_process = "CK_FORK=yes",
	.read = read,
	.select = select_case,
	.end = "</testsuites>"};
