/* SPDX-License-Identifier: MIT */
/* build.c - the programs of a suite that come as sources */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/study/pool.h"
#include "cli/study/study.h"
#include "cli/words/cli.h"

enum {
	WORDS_MAX = 256
};

struct building {
	struct study_suite *suite;
	unsigned at_a_time;
};

static bool wanted(void *context, size_t i)
{
	const struct building *b = context;

	return b->suite->program[i].sources != NULL;
}

static bool is_cxx(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (strcmp(dot, ".cc") == 0 || strcmp(dot, ".cpp") == 0 ||
			      strcmp(dot, ".cxx") == 0);
}

static void add(char **argv, unsigned *n, const char *word)
{
	if (*n + 1 < WORDS_MAX)
		argv[(*n)++] = (char *)word;
}

static void add_all(char **argv, unsigned *n, const json_t *texts)
{
	const json_t *one;
	size_t i;

	json_array_foreach(texts, i, one) add(argv, n, json_string_value(one));
}

static void child(void *context, size_t i)
{
	const struct building *b = context;
	const struct study_program *p = &b->suite->program[i];
	char *argv[WORDS_MAX] = {"scarp", "cc", "-g", "-o", (char *)p->path};
	unsigned n = 5;

	if (is_cxx(json_string_value(json_array_get(p->sources, 0))))
		argv[1] = "c++";
	add_all(argv, &n, p->flags);
	add_all(argv, &n, p->sources);
	if (chdir(b->suite->folder) != 0)
		_exit(EXIT_USAGE);
	execv("/proc/self/exe", argv);
	_exit(EXIT_USAGE);
}

static int ended(
	void *context, size_t i, int status, bool late, struct err *err)
{
	const struct building *b = context;

	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return OK;
	return fail(err, ERR_USAGE,
		"program '%.100s' of the suite cannot be built: what scarp cc "
		"said of it stands above" SC(684),
		b->suite->program[i].name);
}

static int find(struct study_suite *s, struct study_program *p,
	const char *into, struct err *err)
{
	if (p->sources) {
		snprintf(p->path, sizeof p->path, "%.3900s/programs/%.100s",
			into, p->name);
		return OK;
	}
	study_suite_path(s, p->file, p->path, sizeof p->path);
	if (access(p->path, X_OK) == 0)
		return OK;
	return fail(err, ERR_USAGE,
		"%.150s: there is no program '%.150s' (of '%.60s'): %s; build "
		"it by scarp cc, or give its 'sources'" SC(675),
		s->file, p->path, p->name, strerror(errno));
}

int study_programs_find(
	struct study_suite *s, const char *into, struct err *err)
{
	for (size_t i = 0; i < s->programs; i++)
		if (find(s, &s->program[i], into, err))
			return err->code;
	return OK;
}

int study_programs_build(struct study_suite *s, const char *into,
	unsigned at_a_time, struct err *err)
{
	struct building b = {s, at_a_time};
	struct pool pool = {.jobs = s->programs,
		.at_a_time = at_a_time,
		.context = &b,
		.wanted = wanted,
		.child = child,
		.ended = ended};
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.3900s/programs", into);
	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		return fail(err, ERR_IO, "cannot create '%.300s': %s" SC(681),
			folder, strerror(errno));
	return pool_run(&pool, err);
}
