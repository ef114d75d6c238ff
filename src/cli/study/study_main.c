/* SPDX-License-Identifier: MIT */
/* study_main.c - `scarp study [option]... SUITE` */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/processes/crew.h"
#include "cli/study/log.h"
#include "cli/study/study.h"
#include "cli/study/sum.h"
#include "cli/study/tables.h"
#include "cli/study/write.h"
#include "cli/words/cli.h"
#include "cli/words/options.h"

static int judge(
	const struct options *o, int argc, char **argv, struct err *err)
{
	if (o->rest == argc)
		return fail(err, ERR_USAGE,
			"no suite; say 'scarp study SUITE.json' ('scarp help "
			"study' shows one)" SC(411));
	if (o->rest + 1 < argc)
		return fail(err, ERR_USAGE,
			"'scarp study' wants one suite, and there is also "
			"'%.200s'" SC(411),
			argv[o->rest + 1]);
	if (o->jobs < 1 || o->jobs > 1024)
		return fail(err, ERR_USAGE,
			"'--jobs' is 1 to 1024 for 'scarp study'" SC(410));
	if (o->tables && (o->anew || o->again))
		return fail(err, ERR_USAGE,
			"'--tables' measures nothing, and does not go with "
			"'--%s'" SC(410),
			o->anew ? "anew" : "again");
	return OK;
}

/* Without '--into': SUITE.study, beside it. */
static int make_folder(
	struct study *s, const struct options *o, struct err *err)
{
	const char *name = strrchr(s->suite.file, '/'), *dot;

	name = name ? name + 1 : s->suite.file;
	dot = strrchr(name, '.');
	if (o->into)
		snprintf(s->into, sizeof s->into, "%.3900s", o->into);
	else
		snprintf(s->into, sizeof s->into, "%.3700s/%.*s.study",
			s->suite.folder,
			dot ? (int)(dot - name) : (int)strlen(name), name);
	if (mkdir(s->into, 0777) == 0 || errno == EEXIST) {
		char whole[PATH_MAX];

		if (realpath(s->into, whole)) {
			snprintf(s->into, sizeof s->into, "%.3900s", whole);
			return OK;
		}
	}
	return fail(err, ERR_IO, "cannot create '%.300s': %s" SC(681), s->into,
		strerror(errno));
}

/* Runs that ended in an error are made again. */
static void open_errors(struct study *s)
{
	for (size_t i = 0; i < s->cells; i++)
		if (s->cell[i].outcome == CELL_ERROR) {
			s->cell[i].outcome = CELL_OPEN;
			s->measured--;
		}
}

static int measure(struct study *s, const struct options *o, struct err *err)
{
	if (log_open(s, err))
		return err->code;
	if (!o->tables &&
		study_programs_build(&s->suite, s->into, s->at_a_time, err))
		return err->code;
	if (crew_was_interrupted() || log_begin(s, o->anew, err))
		return err->code;
	if (o->again)
		open_errors(s);
	return o->tables ? OK : study_run(s, err);
}

static int exit_of(const struct study *s)
{
	bool bug = false, error = false;

	for (size_t i = 0; i < s->cells; i++) {
		bug |= s->cell[i].outcome == CELL_OTHER;
		error |= s->cell[i].outcome == CELL_ERROR;
	}
	return bug			? EXIT_BUG
	       : error			? EXIT_ERROR
	       : s->measured < s->cells ? EXIT_UNPROVEN
					: EXIT_GOOD;
}

static void print(const struct study *s)
{
	struct grid g = {0};

	table_overview(s, &g);
	fprintf(s->out, "%s: %zu of %zu runs, %zu programs with a bug\n",
		s->suite.name, s->measured, s->cells, study_buggy(s));
	grid_text(&g, s->out);
	grid_fini(&g);
	if (study_is_odd(s)) {
		table_odd(s, &g);
		fprintf(s->out, "not as the suite says:\n");
		grid_text(&g, s->out);
		grid_fini(&g);
	}
	fprintf(s->out,
		"tables and plots: %s/study.html, tables.md, *.csv, "
		"*.svg, study.json\n",
		s->into);
}

/* What was measured is told of, whatever went wrong then. */
static int run(struct study *s, const struct options *o)
{
	struct err err = {OK, ""}, why = {OK, ""};
	int code = EXIT_GOOD;

	crew_catch_signals();
	if (study_programs_find(&s->suite, s->into, &err) ||
		study_cells(s, &err))
		return cli_fail(&err);
	measure(s, o, &err);
	if (err.code)
		code = cli_fail(&err);
	else if (crew_was_interrupted())
		code = EXIT_INTERRUPTED;
	if (s->measured && study_write(s, &why))
		code = cli_fail(&why);
	else if (s->measured && !err.code)
		print(s);
	if (code == EXIT_INTERRUPTED)
		fprintf(stderr,
			"scarp: note: interrupted; %zu of %zu runs are "
			"measured, and the same command goes on from there\n",
			s->measured, s->cells);
	log_close(s);
	return code ? code : exit_of(s);
}

int study_main(int argc, char **argv)
{
	static struct options o;
	static struct study s = {.log = -1};
	struct err err = {OK, ""};
	int code;

	options_default(&o);
	if (options_parse(&o, argc, argv, STUDY, &err))
		return cli_fail(&err);
	if (o.help)
		return help_main(2, (char *[]){"help", "study", NULL});
	if (judge(&o, argc, argv, &err) ||
		study_suite_read(&s.suite, argv[o.rest], &err) ||
		make_folder(&s, &o, &err))
		return cli_fail(&err);
	s.at_a_time = (unsigned)o.jobs;
	s.quiet = o.quiet;
	s.out = stdout;
	code = run(&s, &o);
	free(s.cell);
	study_suite_fini(&s.suite);
	return code;
}
