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

/* What the file holds now; who goes on has what it held. */
static void identify_expected(struct state *s, const char *file)
{
	char *path = file && !s->expected_id ? realpath(file, NULL) : NULL;
	struct err err; /* it is read again, and then told */

	if (path)
		s->expected_id = state_file_id(path, &err);
	free(path);
}

void state_begin(struct disk *disk, const struct options *o)
{
	bool none = o->state && strcmp(o->state, "none") == 0;

	disk->keeps = false;
	identify_expected(&disk->state, o->expect_output);
	if (o->deepens || o->turns || o->sampler || none)
		return;
	disk->kept_none = hindrance(o);
	disk->keeps = !disk->kept_none;
	if (o->state)
		snprintf(disk->state_path, sizeof disk->state_path, "%.511s",
			o->state);
}

static int choose_path(struct disk *disk, struct err *err)
{
	if (disk->state_path[0])
		return OK;
	if (results_directory(disk, err))
		return err->code;
	snprintf(disk->state_path, sizeof disk->state_path,
		"%.400s/search.state", disk->directory);
	results_point_latest(disk);
	return OK;
}

/* Each library that the process of `c` has loaded, with what identifies it. */
static int list_libraries(
	struct state *s, const struct channel *c, struct err *err)
{
	unsigned n = 0;

	s->library = calloc(c->modules + 1u, sizeof *s->library);
	if (!s->library)
		return fail(err, ERR_IO, "no memory" SC(437));
	for (uint32_t i = 1; i < c->modules; i++) {
		const char *path = c->module[i].path;
		char id[72];

		if (path[0] != '/')
			continue; /* the kernel's own */
		if (build_id(path, id, sizeof id, err))
			return err->code;
		if (asprintf(&s->library[n++], "%s %s", id, path) < 0)
			return fail(err, ERR_IO, "no memory" SC(437));
	}
	return OK;
}

/* What the file says of the program; it does not change while we run. */
static int identify(struct state *s, const struct target *target,
	const struct channel *c, struct err *err)
{
	char id[72];

	if (s->build_id)
		return OK;
	if (build_id(target->path, id, sizeof id, err) ||
		list_libraries(s, c, err))
		return err->code;
	if (target->stdin_path) {
		char *path = realpath(target->stdin_path, NULL);

		s->stdin_id = path ? state_file_id(path, err) : NULL;
		free(path);
		if (!s->stdin_id)
			return fail(err, ERR_IO, "cannot read '%s'" SC(431),
				target->stdin_path);
	}
	s->variable = environment_ids(target->environment);
	s->build_id = strdup(id);
	return s->build_id && s->variable
		       ? OK
		       : fail(err, ERR_IO, "no memory" SC(437));
}

static int write_state(struct disk *disk, const struct course *course,
	const struct processes *all, const struct crew *crew, struct err *err)
{
	struct state file;
	const struct channel *c = crew->process[0].channel;
	const struct target *target = &all->target;
	char leak[256];

	if (choose_path(disk, err) || identify(&disk->state, target, c, err))
		return err->code;
	file = disk->state;
	file.program = target->path;
	file.directory = target->directory;
	file.argument = target->argv;
	file.option = disk->lasting;
	file.milliseconds = course->milliseconds_before +
			    (clock_ns() - course->start_ns) / 1000000;
	file.leak = NULL;
	if (all->leak[0]) {
		snprintf(leak, sizeof leak, "%s %s",
			caveat_info[all->leak_caveat].name, all->leak);
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
	return state_save(&file, disk->state_path, err);
}

static bool all_saved(const struct crew *crew)
{
	for (unsigned w = 0; w < crew->size; w++)
		if (!crew->process[w].channel->saved &&
			!crew->process[w].channel->idle)
			return false;
	return true;
}

void state_keep(struct disk *disk, const struct course *course,
	const struct processes *all, const struct crew *crew,
	struct status *status)
{
	struct err err = {OK, ""};

	if (!all_saved(crew)) {
		snprintf(err.text, sizeof err.text,
			"the test process did not hand it over");
	} else if (write_state(disk, course, all, crew, &err) == OK) {
		disk->state_written = true;
		return;
	}
	if (disk->state_failed)
		return;
	disk->state_failed = true;
	status_clear(status);
	fprintf(stderr,
		"scarp: what is left of the search cannot be kept: %s\n",
		err.text);
}

void state_end(struct disk *disk, bool early, bool bugs)
{
	if (early)
		return;
	if (disk->state_path[0] && (disk->state_written || disk->resumed))
		unlink(disk->state_path);
	disk->state_written = false;
	if (!bugs && !disk->kept)
		results_remove_directory(disk);
}

void state_tell(const struct disk *disk, bool quiet, FILE *out)
{
	if (disk->state_written)
		fprintf(out, "to go on: scarp resume %s\n", disk->state_path);
	else if (disk->kept_none && !quiet)
		fprintf(out,
			"with %s no state is kept: the search cannot be "
			"resumed\n",
			disk->kept_none);
}
