/* SPDX-License-Identifier: MIT */
/* help.c - `scarp help [subcommand or topic]`: printed from the tables */
#include <stdio.h>
#include <string.h>

#include "cc/resources.h"
#include "channel/channel.h"
#include "channel/failure.h"
#include "cli/words/cli.h"
#include "cli/words/generate.h"
#include "cli/words/near.h"
#include "cli/words/options.h"
#include "cli/words/topics.h"
#include "linear/spec.h"
#include "report/messages.h"
#include "search/caveat.h"
#include "search/strategy.h"

static void help_check(void)
{
	printf("%s", topic_check);
	options_print(CHECK);
	printf("\nstrategies:");
	for (unsigned i = 0; strategy_at(i); i++)
		if (!strategy_at(i)->given && !strategy_at(i)->reduce &&
			!strategy_at(i)->cache)
			printf(" %s", strategy_at(i)->name);
	printf("\nmore: scarp help config, exit-codes, points, fail, caveats, "
	       "report, unknown-call\n");
}

static void help_replay(void)
{
	printf("%s", topic_replay);
	options_print(REPLAY);
}

static void help_shrink(void)
{
	printf("%s", topic_shrink);
	options_print(SHRINK);
}

static void help_study(void)
{
	printf("%s", topic_study);
	options_print(STUDY);
}

static void help_fences(void)
{
	printf("%s", topic_fences);
}

static void help_show(void)
{
	printf("%s", topic_show);
	show_formats();
}

static void help_ls(void)
{
	printf("%s", topic_ls);
}

static void help_diff(void)
{
	printf("%s", topic_diff);
}

static void help_linearize(void)
{
	printf("%s", topic_linearize);
	options_print(LINEARIZE);
	printf("\nspecifications:\n");
	for (unsigned i = 0; linear_spec_at(i); i++)
		printf("  %-15s %s\n", linear_spec_at(i)->name,
			linear_spec_at(i)->what);
	printf("\nthe format of histories: docs/formats/history-json.md; more: "
	       "docs/linearizability.md\n");
}

static void help_resume(void)
{
	printf("%s", topic_resume);
	options_print(RESUME);
}

static void help_exit_codes(void)
{
	static const struct {
		int number;
		const char *when;
	} row[] = {
#define EXIT(name, number, when) {number, when},
#include "cli/words/exit.def"
#undef EXIT
	};

	printf("exit codes of scarp check and scarp replay\n\n");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		printf("  %3d  %s\n", row[i].number, row[i].when);
	printf("\n1 wins over 4, 5 and 130.\n"
	       "--require=verified makes 4 of every partial, "
	       "--require=no-bug 0, --partial-exit=N N.\n"
	       "scarp replay, scarp shrink: 1 when the bug came again, 5 when "
	       "not.\n");
}

static void help_points(void)
{
	printf("%s", topic_points);
	for (int group = CLASS_lock; group < CLASS_COUNT; group++) {
		int column = printf("  %-8s ", op_class_name[group]), more = 0;

		for (int op = 0; op < OP_COUNT; op++) {
			int n = (int)strlen(op_info[op].name) + 1;

			if (op_info[op].class != group)
				continue;
			if (column + n > 78) {
				column = printf("\n           ") - 1;
				more = 0;
			}
			column += printf(
				"%s%s", more++ ? " " : " ", op_info[op].name);
		}
		printf("\n");
	}
}

static void help_caveats(void)
{
	printf("%s", topic_caveats);
	for (int i = 0; i < CAVEAT_COUNT; i++)
		printf("  SC%u  %-20s %-5s  %s\n",
			message_of_caveat((enum caveat)i)->number,
			caveat_info[i].name,
			caveat_info[i].kind == CAVEAT_KIND_HOLE ? "hole"
								: "scope",
			caveat_info[i].sentence);
}

static void help_bugs(void)
{
	printf("kinds of bug, by their names in JSON; 'scarp explain deadlock' "
	       "says what\none means\n\n");
	for (int i = 1; i < BUG_COUNT; i++)
		printf("  SC%u  %-18s %s\n",
			message_of_bug((enum bug_kind)i)->number,
			bug_info[i].name, bug_info[i].text);
}

static void help_unknown_call(void)
{
	printf("%s", topic_unknown_call);
}

/* The next call of the same name; FAILINGS: there is none. */
static int next_failing(int i)
{
	int next = i + 1;

	while (next < FAILINGS &&
		failing_info[next].failure != failing_info[i].failure)
		next++;
	return next;
}

/* All calls of one name, and an error behind those that have it. */
static void print_failing(int first)
{
	enum {
		COLUMN = 18,
		WIDTH = 78
	};
	int column = printf("\n%*s", COLUMN, "") - 1;

	for (int i = first, next; i < FAILINGS; i = next) {
		char text[64];
		int n;

		next = next_failing(i);
		n = snprintf(text, sizeof text, "%s", failing_info[i].name);
		if (next == FAILINGS ||
			failing_info[next].error != failing_info[i].error)
			n += snprintf(text + n, sizeof text - (size_t)n,
				" (%s)",
				strerrorname_np(failing_info[i].error));
		if (next < FAILINGS)
			text[n++] = ',', text[n] = '\0';
		if (column + n + 1 > WIDTH)
			column = printf("\n%*s", COLUMN, "") - 1;
		column += printf("%s%s", column > COLUMN ? " " : "", text);
	}
	printf("\n");
}

static void help_fail(void)
{
	printf("%s", topic_fail);
	for (int i = 0; i < FAILURES; i++) {
		printf("  %-15s %s", failure_info[i].name,
			failure_info[i].what);
		for (int k = 0; k < FAILINGS; k++)
			if (failing_info[k].failure == (enum failure)i) {
				print_failing(k);
				break;
			}
	}
}

static void help_report(void)
{
	printf("%s", topic_report);
}

static void help_races(void)
{
	printf("%s", topic_races);
}

static void help_models(void)
{
	printf("%s", topic_models);
}

static void help_frameworks(void)
{
	printf("%s", topic_frameworks);
}

static void help_gdb(void)
{
	printf("%s", topic_gdb);
}

static void help_suppressions(void)
{
	printf("%s", topic_suppressions);
}

static void help_explain(void)
{
	printf("%s", topic_explain);
}

static void help_config(void)
{
	printf("%s", topic_config);
}

static void help_ctest(void)
{
	printf("%s", topic_ctest);
}

static void help_cc(void)
{
	printf("%s", topic_cc);
}

static const struct topic table[] = {
	{"check", help_check, "the subcommand and its options"},
	{"ctest", help_ctest, "the subcommand"},
	{"replay", help_replay, "the subcommand and its options"},
	{"shrink", help_shrink, "the subcommand and its options"},
	{"fences", help_fences, "the subcommand"},
	{"show", help_show, "the subcommand and its formats"},
	{"ls", help_ls, "the subcommand"},
	{"diff", help_diff, "the subcommand, and what is one bug"},
	{"linearize", help_linearize, "the subcommand and its options"},
	{"study", help_study, "the subcommand and its options"},
	{"resume", help_resume, "the subcommand and its options"},
	{"cc", help_cc, "scarp cc, scarp c++ and scarp flags"},
	{"config", help_config, "options of a file and the environment"},
	{"exit-codes", help_exit_codes, "what the exit code says"},
	{"points", help_points, "where threads may be preempted"},
	{"caveats", help_caveats, "what weakens a verdict"},
	{"bugs", help_bugs, "kinds of bug"},
	{"report", help_report, "how to read a report"},
	{"gdb", help_gdb, "a bug under gdb"},
	{"models", help_models, "memory models: stores that others see late"},
	{"races", help_races, "data races, and what came of them"},
	{"frameworks", help_frameworks, "test cases, one search each"},
	{"explain", help_explain, "the subcommand"},
	{"suppressions", help_suppressions, "bugs that are known"},
	{"fail", help_fail, "calls that fail, and their names"},
	{"unknown-call", help_unknown_call, "why fork mode, and what to do"},
};

enum {
	ROWS = sizeof table / sizeof table[0]
};

const struct topic *topic_at(unsigned i)
{
	return i < ROWS ? &table[i] : NULL;
}

/* For the build: files that are made of the tables. */
static bool generate(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--man") == 0) {
		manual_list();
		return true;
	}
	if (argc != 3)
		return false;
	if (strcmp(argv[1], "--man") == 0)
		return manual_print(argv[2]);
	return strcmp(argv[1], "--completion") == 0 &&
	       completion_print(argv[2]);
}

/* Where those are that a topic names. */
static void tell_documents(const char *topic)
{
	char place[RESOURCE_PATH_MAX];

	if (strcmp(topic, "gdb") != 0 && strcmp(topic, "show") != 0)
		return;
	resources_document("docs", place, sizeof place);
	if (strcmp(place, "docs") != 0)
		printf("\n'docs' is %s\n", place);
}

int help_main(int argc, char **argv)
{
	struct near near;
	const char *name;
	char hint[80];

	if (argc < 2) {
		main_usage();
		printf("\nscarp help TOPIC:\n");
		for (int i = 0; i < ROWS; i++)
			printf("  %-14s%s\n", table[i].name, table[i].what);
		return EXIT_GOOD;
	}
	if (generate(argc, argv))
		return EXIT_GOOD;
	name = argv[1];
	if (strcmp(name, "c++") == 0 || strcmp(name, "flags") == 0)
		name = "cc";
	for (int i = 0; i < ROWS; i++)
		if (strcmp(name, table[i].name) == 0) {
			table[i].print();
			tell_documents(name);
			return EXIT_GOOD;
		}
	near = near_to(name, strlen(name));
	for (int i = 0; i < ROWS; i++)
		near_try(&near, table[i].name);
	near_say(&near, "scarp help ", hint, sizeof hint);
	fprintf(stderr, "scarp: no topic '%s'%s%s" SC(413) "\n", name, hint,
		hint[0] ? "" : "; 'scarp help' lists those there are");
	return EXIT_USAGE;
}
