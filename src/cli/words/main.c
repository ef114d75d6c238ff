/* SPDX-License-Identifier: MIT */
/* main.c - the command `scarp`: a table of subcommands
 *
 * The same binary answers to scarp-cc and scarp-c++ (CMake, Meson and libtool
 * want a compiler that is a single word), and to links to it called cc and c++.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "build_id.h"
#include "cli/words/cli.h"
#include "cli/words/generate.h"
#include "cli/words/near.h"

#if __has_include("cc/cc.h")
#include "cc/cc.h"

static int c_main(int argc, char **argv)
{
	return cc_main(argc, argv, false);
}

static int cxx_main(int argc, char **argv)
{
	return cc_main(argc, argv, true);
}
#else
static int absent(int argc, char **argv)
{
	fprintf(stderr, "scarp: '%s' is not built into this scarp" SC(412) "\n",
		argv[0]);
	return EXIT_UNSUPPORTED;
}
#define c_main absent
#define cxx_main absent
#define cc_flags_main absent
#endif

static const struct subcommand table[] = {
	{"check", NULL, check_main, CHECK, "[option]... program [argument]...",
		"explore the schedules of a test"},
	{"ctest", NULL, ctest_main, CHECK, "[option]... directory",
		"explore the schedules of each test of a CTest suite"},
	{"replay", NULL, replay_main, REPLAY, "[option]... [bug]",
		"repeat a bug that was found (default: the latest)"},
	{"shrink", NULL, shrink_main, SHRINK, "[option]... [bug]",
		"look for a simpler schedule of a bug that was found"},
	{"fences", NULL, fences_main, CHECK,
		"[option]... program [argument]...",
		"which fences make a test right where stores are late"},
	{"show", NULL, show_main, 0, "[option]... [bug or result]...",
		"a bug or a result in another format: SARIF, JUnit, DOT, ..."},
	{"ls", NULL, ls_main, 0, "[directory]",
		"list the results in scarp.out, or in another directory"},
	{"diff", NULL, diff_main, 0, "result result",
		"which bugs two results have in common"},
	{"linearize", NULL, linearize_main, LINEARIZE,
		"[option]... (--history file | test [argument]...)",
		"does an order of the calls explain their results?"},
	{"study", NULL, study_main, STUDY, "[option]... suite",
		"techniques, programs and seeds: which finds what, and when"},
	{"resume", NULL, resume_main, RESUME, "[option]... [file]",
		"go on with a search that was interrupted (default: the "
		"latest)"},
	{"cc", "scarp-cc", c_main, 0, "[compiler argument]...",
		"compile and link C for scarp check"},
	{"c++", "scarp-c++", cxx_main, 0, "[compiler argument]...",
		"compile and link C++ for scarp check"},
	{"flags", NULL, cc_flags_main, 0, "[option]...",
		"print the compiler flags that scarp cc adds"},
	{"explain", NULL, explain_main, 0, "[code]...",
		"what a message means, by its code (SC107)"},
	{"help", NULL, help_main, 0, "[subcommand or topic]",
		"explain a subcommand or a topic"},
	{"version", NULL, version_main, 0, "", "print the version"},
};

enum {
	ROWS = sizeof table / sizeof table[0]
};

const struct subcommand *subcommand_at(unsigned i)
{
	return i < ROWS ? &table[i] : NULL;
}

void main_usage(void)
{
	printf("usage: scarp <subcommand> ...\n\n");
	for (int i = 0; i < ROWS; i++)
		printf("  %-10s%s\n", table[i].name, table[i].what);
	printf("\nfirst steps:\n"
	       "  scarp cc -o test test.c     compile your test\n"
	       "  scarp check ./test          look for a schedule that fails\n"
	       "  scarp replay                see it fail again\n"
	       "a tutorial: docs/tutorial.md (installed in share/doc/scarp)\n");
}

int version_main(int argc, char **argv)
{
	printf("%s\n", SCARP_BUILD);
	return EXIT_GOOD;
}

int cli_fail(const struct err *err)
{
	fflush(stdout);
	fprintf(stderr, "scarp: %s\n", err->text);
	switch (err->code) {
	case ERR_UNSUPPORTED:
		return EXIT_UNSUPPORTED;
	case ERR_DIVERGED:
		return EXIT_ERROR;
	default:
		return EXIT_USAGE;
	}
}

/* Mistyped, or left out before a program. */
static int no_subcommand(const char *word)
{
	struct near near = near_to(word, strlen(word));
	char hint[64];

	for (int i = 0; i < ROWS; i++)
		near_try(&near, table[i].name);
	near_say(&near, "scarp ", hint, sizeof hint);
	if (!near.best && word[0] != '-' && access(word, X_OK) == 0)
		fprintf(stderr,
			"scarp: '%s' is no subcommand; to check a program, say "
			"'scarp check %s%s'" SC(412) "\n",
			word, strchr(word, '/') ? "" : "./", word);
	else
		fprintf(stderr, "scarp: no subcommand '%s'%s%s" SC(412) "\n",
			word, hint,
			hint[0] ? "" : "; 'scarp help' lists those there are");
	return EXIT_USAGE;
}

static void nothing(int number)
{
}

/* Whose signal would be a silent end: what cannot be written is told instead.
 * A handler, since who is executed later gets what was ignored. */
static void survive(int number)
{
	struct sigaction now;

	sigaction(number, NULL, &now);
	if (now.sa_handler != SIG_DFL)
		return;
	now.sa_handler = nothing;
	now.sa_flags = SA_RESTART;
	sigaction(number, &now, NULL);
}

static bool reader_is_gone(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO};

	return poll(&out, 1, 0) > 0 && (out.revents & POLLERR);
}

/* A report that is cut short is told of.  What answers by a report has options
 * of the table; the others say so themselves. */
static int answer(const struct subcommand *s, int argc, char **argv)
{
	int code;

	if (!s->where)
		return s->run(argc, argv);
	survive(SIGXFSZ);
	survive(SIGPIPE); /* a bug is on disk whoever reads of it */
	code = s->run(argc, argv);
	errno = 0;
	if ((fflush(stdout) == 0 && !ferror(stdout)) || s->where == LINEARIZE)
		return code;
	if (reader_is_gone())
		fprintf(stderr,
			"scarp: whoever reads standard output has closed it "
			"before all was written" SC(432) "\n");
	else
		fprintf(stderr,
			"scarp: cannot write all to standard output: %s" SC(
				432) "\n",
			errno ? strerror(errno) : "is the disk full?");
	return code ? code : EXIT_USAGE;
}

int main(int argc, char **argv)
{
	const char *self = argc > 0 ? strrchr(argv[0], '/') : NULL;
	const char *name;

	self = self ? self + 1 : argc > 0 ? argv[0] : "scarp";
	for (int i = 0; i < ROWS; i++)
		if (table[i].alone && (strcmp(self, table[i].alone) == 0 ||
					      strcmp(self, table[i].name) == 0))
			return table[i].run(argc, argv);
	if (argc < 2) {
		main_usage();
		return EXIT_USAGE;
	}
	name = argv[1];
	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
		name = "help";
	if (strcmp(name, "--version") == 0)
		name = "version";
	for (int i = 0; i < ROWS; i++)
		if (strcmp(name, table[i].name) == 0)
			return answer(&table[i], argc - 1, argv + 1);
	return no_subcommand(argv[1]);
}
