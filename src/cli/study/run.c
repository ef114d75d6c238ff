/* SPDX-License-Identifier: MIT */
/* run.c - a cell is one `scarp check` in a child, its result a file */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/study/log.h"
#include "cli/study/pool.h"
#include "cli/words/cli.h"
#include "cli/words/settings.h"

enum {
	WORDS_MAX = 256
};

struct words {
	char *word[WORDS_MAX];
	unsigned n;
};

static void add(struct words *w, const char *word)
{
	if (w->n + 1 < WORDS_MAX)
		w->word[w->n++] = strdup(word);
}

static void addf(struct words *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
static void addf(struct words *w, const char *fmt, ...)
{
	char text[PATH_MAX + 64];
	va_list list;

	va_start(list, fmt);
	vsnprintf(text, sizeof text, fmt, list);
	va_end(list);
	add(w, text);
}

static void add_all(struct words *w, const json_t *texts)
{
	const json_t *one;
	size_t i;

	json_array_foreach(texts, i, one) add(w, json_string_value(one));
}

/* A folder for a run, of this process alone: what an earlier one left behind
 * may still be written to. */
static void folder_of(const struct study *s, size_t cell, char *out, size_t n)
{
	snprintf(out, n, "%.3900s/work/%d-%zu", s->into, (int)getpid(), cell);
}

static int remove_one(
	const char *path, const struct stat *st, int type, struct FTW *at)
{
	remove(path);
	return 0;
}

static void remove_all(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Options of the environment are about other checks. */
static void forget_variables(void)
{
	extern char **environ;

	for (char **e = environ; *e;)
		if (strncmp(*e, SETTINGS_VARIABLE, strlen(SETTINGS_VARIABLE)) ==
			0) {
			char *name = strndup(*e, strcspn(*e, "="));

			unsetenv(name);
			free(name);
			e = environ;
		} else {
			e++;
		}
}

static void command_of(const struct study *s, const struct cell *c,
	const char *folder, struct words *w)
{
	const struct study_program *p = &s->suite.program[c->program];
	const struct technique *t = &s->suite.technique[c->technique];

	add(w, "scarp");
	add(w, "check");
	add(w, "--quiet");
	add(w, "--config=none");
	add(w, "--state=none");
	add(w, "--no-html");
	add(w, "--shrink=0");
	addf(w, "--out=%s", folder);
	addf(w, "--json=%s/result.json", folder);
	if (c->seed)
		addf(w, "--seed=%" PRIu64, c->seed);
	if (s->suite.executions)
		addf(w, "--max-executions=%" PRIu64, s->suite.executions);
	if (s->suite.seconds > 0)
		addf(w, "--budget=%.0fms", s->suite.seconds * 1000);
	/* As the study that the tables are after counts them: to the end. */
	if (s->suite.stops || t->kind == TECHNIQUE_DEFAULT)
		add(w, "--stop-after=1");
	else if (t->kind == TECHNIQUE_BOUNDED)
		add(w, "--finish-bound");
	else
		add(w, "--stop-after=0");
	for (unsigned i = 0; i < t->words; i++)
		add(w, t->word[i]);
	add_all(w, p->options);
	add(w, "--");
	add(w, p->path);
	add_all(w, p->args);
}

static bool wanted(void *context, size_t i)
{
	const struct study *s = context;

	return s->cell[i].outcome == CELL_OPEN;
}

static void child(void *context, size_t i)
{
	const struct study *s = context;
	const struct cell *c = &s->cell[i];
	const char *where = s->suite.program[c->program].directory;
	char folder[PATH_MAX], directory[PATH_MAX];
	struct words w = {.n = 0};
	int null = open("/dev/null", O_RDWR);

	snprintf(folder, sizeof folder, "%.3900s/work/%d-%zu", s->into,
		(int)getppid(), i);
	study_suite_path(
		&s->suite, where ? where : ".", directory, sizeof directory);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	command_of(s, c, folder, &w);
	forget_variables();
	if (mkdir(folder, 0777) != 0 || chdir(directory) != 0)
		_exit(EXIT_USAGE);
	execv("/proc/self/exe", w.word);
	_exit(EXIT_USAGE);
}

static void tell(const struct study *s, const struct cell *c)
{
	const struct technique *t = &s->suite.technique[c->technique];

	if (s->quiet)
		return;
	fprintf(s->out, "[%zu/%zu] %s, %s", s->measured, s->cells,
		s->suite.program[c->program].name, t->name);
	if (c->seed)
		fprintf(s->out, ", seed %" PRIu64, c->seed);
	if (c->outcome == CELL_FOUND)
		fprintf(s->out, ": %s after %" PRIu64 " of %" PRIu64 "\n",
			c->kind, c->first, c->schedules);
	else if (c->outcome == CELL_SILENT)
		fprintf(s->out, ": no bug in %" PRIu64 "%s\n", c->schedules,
			c->exhausted ? ", which are all" : "");
	else
		fprintf(s->out, ": %s: %s\n", cell_outcome_name[c->outcome],
			c->why);
	fflush(s->out);
}

/* What has no result may have had no room for it. */
static int judge_room(
	const struct study *s, const char *folder, struct err *err)
{
	static const char block[1 << 16];
	char path[PATH_MAX + 20];
	int fd, bad = 0;

	snprintf(path, sizeof path, "%s/room", folder);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	errno = fd < 0 ? errno : ENOSPC;
	bad = fd < 0 || write(fd, block, sizeof block) != sizeof block;
	if (bad)
		fail(err, ERR_IO,
			"cannot write in '%.200s': %s; %zu of %zu runs are "
			"measured, and the same command goes on from "
			"there" SC(681),
			s->into, strerror(errno), s->measured, s->cells);
	if (fd >= 0)
		close(fd);
	return err->code;
}

static int ended(
	void *context, size_t i, int status, bool late, struct err *err)
{
	struct study *s = context;
	struct cell next = s->cell[i];
	char folder[PATH_MAX], path[PATH_MAX + 20];

	folder_of(s, i, folder, sizeof folder);
	snprintf(path, sizeof path, "%s/result.json", folder);
	cell_judge(&s->suite, &next, path, status, late);
	if (next.outcome == CELL_ERROR)
		judge_room(s, folder, err);
	remove_all(folder);
	if (err->code || log_add(s, &next, err))
		return err->code;
	s->cell[i] = next;
	s->measured++;
	tell(s, &s->cell[i]);
	return OK;
}

int study_run(struct study *s, struct err *err)
{
	struct pool pool = {.jobs = s->cells,
		.at_a_time = s->at_a_time,
		.context = s,
		.wanted = wanted,
		.child = child,
		.ended = ended};
	char work[PATH_MAX];

	snprintf(work, sizeof work, "%.3900s/work", s->into);
	remove_all(work); /* of one that was killed */
	if (mkdir(work, 0777) != 0 && errno != EEXIST)
		return fail(err, ERR_IO, "cannot create '%.300s': %s" SC(681),
			work, strerror(errno));
	if (s->suite.seconds > 0)
		pool.patience = s->suite.seconds + s->suite.patience;
	pool_run(&pool, err);
	remove_all(work);
	return err->code;
}
