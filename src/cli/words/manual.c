/* SPDX-License-Identifier: MIT */
/* manual.c - manual pages from the tables and the help texts
 *
 * A page has what `scarp help` says, in the words of man(7).  There is no date
 * in it: the same sources make the same page.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words/cli.h"
#include "cli/words/generate.h"
#include "report/messages.h"

/* Nothing in it means anything to roff. */
static void put_text(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char c = text[i];

		if ((c == '.' || c == '\'') && (!i || text[i - 1] == '\n'))
			printf("\\&");
		if (c == '\\')
			printf("\\e");
		else if (c == '-')
			printf("\\-");
		else if (c == '\'')
			printf("\\(aq");
		else if (c == '`')
			printf("\\(ga");
		else if (c == '^')
			printf("\\(ha");
		else if (c == '~')
			printf("\\(ti");
		else
			putchar(c);
	}
}

static void put(const char *text)
{
	put_text(text, strlen(text));
}

/* Lines that are indented stay as they are; others flow. */
static void put_paragraphs(const char *text)
{
	bool plain = true, first = true, behind = false;

	while (*text) {
		size_t n = strcspn(text, "\n");
		bool as_is = *text == ' ';

		if (!n) {
			behind = !first;
		} else {
			if (as_is && plain)
				printf("%s.nf\n", first ? "" : ".PP\n");
			else if (!as_is && !plain)
				printf(".fi\n.PP\n");
			else if (behind)
				printf(as_is ? "\n" : ".PP\n");
			plain = !as_is;
			first = behind = false;
			put_text(text, n);
			putchar('\n');
		}
		text += n + (text[n] == '\n');
	}
	if (!plain)
		printf(".fi\n");
}

/* What a topic prints; free it. */
static char *printed(void (*print)(void))
{
	FILE *was = stdout;
	char *text = NULL;
	size_t size;

	stdout = open_memstream(&text, &size);
	if (!stdout) {
		stdout = was;
		return NULL;
	}
	print();
	fclose(stdout);
	stdout = was;
	return text;
}

static void title(const char *name, const char *section, const char *what)
{
	printf(".\\\" made by 'scarp help --man'\n.TH \"");
	for (const char *c = name; *c; c++)
		putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
	printf("\" %s \"\" \"scarp %s\" \"scarp\"\n.SH NAME\n", section,
		SCARP_VERSION);
	put(name);
	printf(" \\- ");
	put(what);
	putchar('\n');
}

static void put_options(unsigned where)
{
	for (unsigned i = 0; option_at(i); i++) {
		const struct option_row *r = option_at(i);

		if (!(r->where & where))
			continue;
		printf(".TP\n");
		if (r->letter) {
			printf("\\fB\\-%c\\fR", r->letter);
			if (r->argument)
				printf(" \\fI%s\\fR", r->argument);
			printf(", ");
		}
		printf("\\fB\\-\\-");
		put(r->name);
		printf("\\fR");
		if (r->argument)
			printf(" \\fI%s\\fR", r->argument);
		putchar('\n');
		put(r->help);
		putchar('\n');
	}
}

static void put_exit_codes(void)
{
#define EXIT(name, number, when) {number, when},
	static const struct {
		int number;
		const char *when;
	} row[] = {
#include "cli/words/exit.def"
	};
#undef EXIT

	printf(".SH \"EXIT STATUS\"\n");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		printf(".TP\n%d\n", row[i].number);
		put(row[i].when);
		putchar('\n');
	}
}

static const struct topic *topic_named(const char *name)
{
	for (unsigned i = 0; topic_at(i); i++)
		if (strcmp(topic_at(i)->name, name) == 0)
			return topic_at(i);
	return NULL;
}

/* Has a page of its own. */
static bool has_page(const struct subcommand *s)
{
	return strcmp(s->name, "help") != 0 && strcmp(s->name, "version") != 0;
}

/* Its page; several have one together. */
static const char *page_of(const struct subcommand *s)
{
	return strcmp(s->name, "c++") == 0 || strcmp(s->name, "flags") == 0
		       ? "cc"
		       : s->name;
}

static void see_also(void)
{
	printf(".SH \"SEE ALSO\"\n\\fBscarp\\fR(1)");
	for (unsigned i = 0; subcommand_at(i); i++)
		if (has_page(subcommand_at(i)) &&
			page_of(subcommand_at(i)) == subcommand_at(i)->name)
			printf(", \\fBscarp\\-%s\\fR(1)",
				subcommand_at(i)->name);
	printf(", \\fBscarp.conf\\fR(5), \\fBscarp\\-messages\\fR(7), "
	       "\\fBscarp\\-topics\\fR(7)\n");
}

/* The help of a subcommand, less what stands elsewhere on its page. */
static void description(const struct topic *t)
{
	char *text = t ? printed(t->print) : NULL, *at = text, *end, *rest;

	if (!text)
		return;
	if (strncmp(at, "usage:", 6) == 0) {
		at = strstr(at, "\n\n");
		at = at ? at + 2 : text;
	}
	end = strstr(at, "\noptions:\n");
	rest = end ? strstr(end + 1, "\n\n") : NULL;
	if (end)
		*end = '\0';
	printf(".SH DESCRIPTION\n");
	put_paragraphs(at);
	if (rest) {
		printf(".PP\n");
		put_paragraphs(rest + 2);
	}
	free(text);
}

static void synopsis(const struct subcommand *s)
{
	printf("\\fBscarp %s\\fR ", s->name);
	put(s->arguments);
	printf("\n");
}

static void page_of_subcommand(const struct subcommand *s)
{
	char name[40];
	bool again = false;

	snprintf(name, sizeof name, "scarp-%s", s->name);
	title(name, "1", s->what);
	printf(".SH SYNOPSIS\n");
	for (unsigned i = 0; subcommand_at(i); i++)
		if (strcmp(page_of(subcommand_at(i)), s->name) == 0) {
			printf(again ? ".br\n" : "");
			synopsis(subcommand_at(i));
			again = true;
		}
	description(topic_named(s->name));
	if (s->where) {
		printf(".SH OPTIONS\n");
		put_options(s->where);
	}
	if (s->where & ~(unsigned)(LINEARIZE | STUDY)) {
		put_exit_codes();
		printf(".SH FILES\nOptions are also read from "
		       "\\fIscarp.conf\\fR and the environment: "
		       "\\fBscarp.conf\\fR(5).\n");
	}
	see_also();
}

static void page_of_all(void)
{
	title("scarp", "1",
		"run a concurrent program through its thread schedules");
	printf(".SH SYNOPSIS\n\\fBscarp\\fR \\fIsubcommand\\fR ...\n"
	       ".SH DESCRIPTION\n"
	       "Runs a concurrent C or C++ program natively through its "
	       "thread schedules, one after another, until one fails, and "
	       "repeats that one as often as one likes.\n"
	       ".PP\n.nf\n"
	       "scarp cc \\-o test test.c     compile your test\n"
	       "scarp check ./test          look for a schedule that fails\n"
	       "scarp replay                see it fail again\n"
	       ".fi\n.SH SUBCOMMANDS\n");
	for (unsigned i = 0; subcommand_at(i); i++) {
		printf(".TP\n");
		synopsis(subcommand_at(i));
		put(subcommand_at(i)->what);
		putchar('\n');
	}
	put_exit_codes();
	see_also();
}

static void page_of_config(void)
{
	title("scarp.conf", "5", "options of scarp that nobody types");
	description(topic_named("config"));
	printf(".SH OPTIONS\n");
	put_options(CHECK | REPLAY | RESUME | SHRINK);
	see_also();
}

static bool is_subcommand(const char *name)
{
	for (unsigned i = 0; subcommand_at(i); i++)
		if (strcmp(subcommand_at(i)->name, name) == 0)
			return true;
	return false;
}

/* All that have no page. */
static void page_of_topics(void)
{
	title("scarp-topics", "7", "what scarp's words mean");
	for (unsigned i = 0; topic_at(i); i++) {
		const struct topic *t = topic_at(i);
		char *text;

		if (is_subcommand(t->name) || strcmp(t->name, "config") == 0)
			continue;
		text = printed(t->print);
		printf(".SH \"");
		put(t->name);
		printf("\"\n");
		put_paragraphs(text ? text : "");
		free(text);
	}
	see_also();
}

/* What `scarp explain` says of each. */
static void page_of_messages(void)
{
	title("scarp-messages", "7", "what scarp's messages mean");
	printf(".SH DESCRIPTION\nBugs, holes and errors have a code at their "
	       "end, such as [SC107]. \\fBscarp explain\\fR says what it "
	       "means, in the words of this page.\n.SH MESSAGES\n");
	for (unsigned i = 0; message_at(i); i++) {
		const struct message *m = message_at(i);

		printf(".TP\n\\fBSC%u\\fR ", m->number);
		put(message_what(m));
		if (m->name) {
			putchar(' ');
			put(m->name);
		}
		printf(": ");
		put(m->text);
		putchar('\n');
		put(m->explanation);
		putchar('\n');
	}
	see_also();
}

static const struct {
	const char *name;
	void (*print)(void);
} own[] = {{"scarp.1", page_of_all}, {"scarp.conf.5", page_of_config},
	{"scarp-messages.7", page_of_messages},
	{"scarp-topics.7", page_of_topics}};

void manual_list(void)
{
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		printf("%s\n", own[i].name);
	for (unsigned i = 0; subcommand_at(i); i++)
		if (has_page(subcommand_at(i)))
			printf("scarp-%s.1\n", subcommand_at(i)->name);
}

bool manual_print(const char *page)
{
	char name[40];

	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		if (strcmp(page, own[i].name) == 0) {
			own[i].print();
			return true;
		}
	for (unsigned i = 0; subcommand_at(i); i++) {
		const struct subcommand *s = subcommand_at(i);

		snprintf(name, sizeof name, "scarp-%s.1", s->name);
		if (!has_page(s) || strcmp(page, name) != 0)
			continue;
		if (page_of(s) != s->name)
			printf(".so man1/scarp-%s.1\n", page_of(s));
		else
			page_of_subcommand(s);
		return true;
	}
	return false;
}
