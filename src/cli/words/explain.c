/* SPDX-License-Identifier: MIT */
/* explain.c - `scarp explain [code, name or words]`: what a message means */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/resources.h"
#include "cli/words/cli.h"
#include "cli/words/generate.h"
#include "cli/words/near.h"
#include "cli/words/topics.h"
#include "report/messages.h"

enum {
	WIDTH = 78,
	WORDS_LEAST = 4 /* letters that are looked for inside of a message */
};

static const char *const what[] = {[MESSAGE_IS_BUG] = "bug",
	[MESSAGE_IS_HOLE] = "not proven",
	[MESSAGE_IS_SCOPE] = "scope",
	[MESSAGE_IS_ERROR] = "error"};

static void print_folded(const char *text)
{
	int n = (int)strlen(text);

	while (n > WIDTH - 2) {
		int cut = WIDTH - 2;

		while (cut > 0 && text[cut] != ' ')
			cut--;
		cut = cut ? cut : WIDTH - 2;
		printf("  %.*s\n", cut, text);
		text += cut + (text[cut] == ' ');
		n = (int)strlen(text);
	}
	printf("  %s\n", text);
}

static const char *const more[] = {
	[MESSAGE_IS_BUG] = "scarp help report, scarp help bugs",
	[MESSAGE_IS_HOLE] = "scarp help caveats, docs/not-seen.md",
	[MESSAGE_IS_SCOPE] = "scarp help caveats, docs/not-seen.md",
	[MESSAGE_IS_ERROR] = "scarp help exit-codes"};

static void print(const struct message *m)
{
	printf("SC%u  %s%s%s: %s\n\n", m->number, what[m->kind],
		m->name ? " " : "", m->name ? m->name : "", m->text);
	print_folded(m->explanation);
	printf("\n  more: %s\n", more[m->kind]);
}

static void print_place(bool asked)
{
	char place[RESOURCE_PATH_MAX];

	if (!asked)
		return;
	resources_document("docs", place, sizeof place);
	if (strcmp(place, "docs") != 0)
		printf("\n'docs' is %s\n", place);
}

static bool names_document(const struct message *m)
{
	return strstr(m->explanation, "docs/") ||
	       strstr(more[m->kind], "docs/");
}

static void list(void)
{
	printf("messages by their codes; 'scarp explain CODE' says what one "
	       "means\n");
	for (unsigned i = 0; message_at(i); i++) {
		const struct message *m = message_at(i);

		if (i == 0 || m->kind != message_at(i - 1)->kind)
			printf("\n%s\n", m->kind == MESSAGE_IS_BUG    ? "bugs"
					 : m->kind == MESSAGE_IS_HOLE ? "holes"
					 : m->kind == MESSAGE_IS_SCOPE
						 ? "scopes"
						 : "errors");
		printf("  SC%u  %s\n", m->number, m->name ? m->name : m->text);
	}
}

const char *message_what(const struct message *m)
{
	return what[m->kind];
}

/* "SC107", "sc107", "[SC107]", "107"; 0: it is none. */
static unsigned number_of(const char *word)
{
	char *end;
	unsigned long n;

	word += *word == '[';
	if (tolower((unsigned char)word[0]) == 's' &&
		tolower((unsigned char)word[1]) == 'c')
		word += 2;
	if (!isdigit((unsigned char)*word))
		return 0;
	n = strtoul(word, &end, 10);
	end += *end == ']';
	return *end || n > 999 ? 0 : (unsigned)n;
}

static const struct message *named(const char *word)
{
	const struct message *m = message_numbered(number_of(word));

	for (unsigned i = 0; !m && message_at(i); i++)
		if (message_at(i)->name &&
			strcmp(message_at(i)->name, word) == 0)
			m = message_at(i);
	return m;
}

/* All whose sentence has these words. */
static unsigned print_with(const char *words, bool *document)
{
	unsigned found = 0;

	if (strlen(words) < WORDS_LEAST)
		return 0;
	for (unsigned i = 0; message_at(i); i++)
		if (strcasestr(message_at(i)->text, words)) {
			printf("%s", found++ ? "\n" : "");
			print(message_at(i));
			*document |= names_document(message_at(i));
		}
	return found;
}

static int nothing(const char *word)
{
	struct near near = near_to(word, strlen(word));
	char hint[80];

	for (unsigned i = 0; message_at(i); i++)
		if (message_at(i)->name)
			near_try(&near, message_at(i)->name);
	near_say(&near, "scarp explain ", hint, sizeof hint);
	fprintf(stderr, "scarp: no message '%s'%s%s" SC(414) "\n", word, hint,
		hint[0] ? "" : "; 'scarp explain' lists those there are");
	return EXIT_USAGE;
}

int explain_main(int argc, char **argv)
{
	int code = EXIT_GOOD;
	bool document = false;

	if (argc > 1 &&
		(!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		printf("%s", topic_explain);
		return code;
	}
	if (argc < 2)
		list();
	for (int i = 1; i < argc; i++) {
		const struct message *m = named(argv[i]);

		if (i > 1)
			printf("\n");
		if (m) {
			print(m);
			document |= names_document(m);
		} else if (!print_with(argv[i], &document)) {
			code = nothing(argv[i]);
		}
	}
	print_place(document);
	return code;
}
