/* SPDX-License-Identifier: MIT */
/* state.c - writing what is left of a search */
#include "cli/disk/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/processes/environment.h"
#include "cli/disk/results.h"
#include "replay/schedule_file.h"
#include "search/strategy.h"

/* What of these options stands in the way; NULL: nothing. */
static const char *hindrance(const struct options *o)
{
	int row = strategy_find(o->strategy, o->reduce, o->cache);

	if (o->audit)
		return "--audit";
	if (strcmp(o->cache, "none") != 0)
		return "--cache"; /* it would be empty then: other counts */
	if (strategy_at((unsigned)row)->load)
		return NULL;
	return o->bpor				? "--bpor"
	       : strcmp(o->reduce, "none") != 0 ? "a reduction (--reduce)"
						: "--strategy";
}

void state_begin(struct check *check)
{
	const struct options *o = &check->options;
	bool none = o->state && strcmp(o->state, "none") == 0;

	check->disk.keeps = false;
	if (o->deepens || o->turns || o->sampler || none)
		return;
	check->disk.kept_none = hindrance(o);
	check->disk.keeps = !check->disk.kept_none;
}

static int choose_path(struct check *check, struct err *err)
{
	if (check->disk.state_path[0])
		return OK;
	if (check->options.state) {
		snprintf(check->disk.state_path, sizeof check->disk.state_path,
			"%.511s", check->options.state);
		return OK;
	}
	if (results_directory(check, err))
		return err->code;
	snprintf(check->disk.state_path, sizeof check->disk.state_path,
		"%.400s/search.state", check->disk.directory);
	results_point_latest(check);
	return OK;
}

/* Each library that the process of `c` has loaded, with what identifies it. */
static int list_libraries(
	struct state *s, const struct channel *c, struct err *err)
{
	unsigned n = 0;

	s->library = calloc(c->modules + 1u, sizeof *s->library);
	if (!s->library)
		return fail(err, ERR_IO, "no memory");
	for (uint32_t i = 1; i < c->modules; i++) {
		const char *path = c->module[i].path;
		char id[72];

		if (path[0] != '/')
			continue; /* the kernel's own */
		if (build_id(path, id, sizeof id, err))
			return err->code;
		if (asprintf(&s->library[n++], "%s %s", id, path) < 0)
			return fail(err, ERR_IO, "no memory");
	}
	return OK;
}

/* What the file says of the program; it does not change while we run. */
static int identify(
	struct check *check, const struct channel *c, struct err *err)
{
	struct state *s = &check->disk.state;
	char id[72];

	if (s->build_id)
		return OK;
	if (build_id(check->processes.target.path, id, sizeof id, err) ||
		list_libraries(s, c, err))
		return err->code;
	if (check->options.stdin_path) {
		char *path = realpath(check->options.stdin_path, NULL);

		s->stdin_id = path ? state_file_id(path, err) : NULL;
		free(path);
		if (!s->stdin_id)
			return fail(err, ERR_IO, "cannot read '%s'",
				check->options.stdin_path);
	}
	s->variable = environment_ids(check->processes.target.environment);
	s->build_id = strdup(id);
	return s->build_id && s->variable ? OK : fail(err, ERR_IO, "no memory");
}

static int write_state(
	struct check *check, const struct crew *crew, struct err *err)
{
	struct state file;
	const struct channel *c = crew->process[0].channel;
	uint64_t ms = check->course.milliseconds_before;
	char leak[256];

	if (choose_path(check, err) || identify(check, c, err))
		return err->code;
	file = check->disk.state;
	file.program = check->processes.target.path;
	file.directory = check->processes.target.directory;
	file.argument = check->processes.target.argv;
	file.option = check->disk.lasting;
	file.milliseconds =
		ms + (clock_ns() - check->course.start_ns) / 1000000;
	file.leak = NULL;
	if (check->processes.leak[0]) {
		snprintf(leak, sizeof leak, "%s %s",
			caveat_info[check->processes.leak_caveat].name,
			check->processes.leak);
		file.leak = leak;
	}
	file.accounts = 0;
	file.executions = 0;
	for (unsigned w = 0; w < crew->size; w++) {
		c = crew->process[w].channel;
		if (channel_check(c, err))
			return err->code;
		file.account[file.accounts++].from = c;
		file.executions += search_made(&c->count);
	}
	return state_save(&file, check->disk.state_path, err);
}

static bool all_saved(const struct crew *crew)
{
	for (unsigned w = 0; w < crew->size; w++)
		if (!crew->process[w].channel->saved &&
			!crew->process[w].channel->idle)
			return false;
	return true;
}

void state_keep(void *arg, const struct crew *crew)
{
	struct check *check = arg;
	struct err err = {OK, ""};

	if (!all_saved(crew)) {
		snprintf(err.text, sizeof err.text,
			"the test process did not hand it over");
	} else if (write_state(check, crew, &err) == OK) {
		check->disk.state_written = true;
		return;
	}
	if (check->disk.state_failed)
		return;
	check->disk.state_failed = true;
	status_clear(&check->show.status);
	fprintf(stderr,
		"scarp: what is left of the search cannot be kept: %s\n",
		err.text);
}

void state_end(struct check *check, bool early)
{
	if (early)
		return;
	if (check->disk.state_path[0] &&
		(check->disk.state_written || check->disk.resumed))
		unlink(check->disk.state_path);
	check->disk.state_written = false;
	if (!check->result.bugs && !check->disk.kept)
		results_remove_directory(check);
}

void state_tell(const struct check *check, FILE *out)
{
	if (check->disk.state_written)
		fprintf(out, "to go on: scarp resume %s\n",
			check->disk.state_path);
	else if (check->disk.kept_none && !check->options.quiet)
		fprintf(out,
			"with %s no state is kept: the search cannot be "
			"resumed\n",
			check->disk.kept_none);
}
