/* SPDX-License-Identifier: MIT */
/* state_open.c - an unfinished search, and whether it is still the same test */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/processes/environment.h"
#include "cli/disk/state.h"
#include "replay/schedule_file.h"

/* "ID PATH" -> PATH; "" when there is none. */
static const char *path_of(const char *id)
{
	const char *blank = strchr(id, ' ');

	return blank ? blank + 1 : "";
}

static int same_program(
	const struct state *s, const char *file, struct err *err)
{
	char id[72];

	if (build_id(s->program, id, sizeof id, err))
		return err->code;
	if (strcmp(id, s->build_id) == 0)
		return OK;
	return fail(err, ERR_USAGE,
		"'%s' is the search of another build of '%s'; build that one "
		"again, or start again with 'scarp check'" SC(434),
		file, s->program);
}

static int same_libraries(
	const struct state *s, const char *file, struct err *err)
{
	char *const *l = s->library;

	for (; l && *l; l++) {
		const char *path = path_of(*l);
		size_t n = (size_t)(path - *l);
		char id[72];

		if (build_id(path, id, sizeof id, err))
			return err->code;
		if (n != strlen(id) + 1 || memcmp(*l, id, n - 1) != 0)
			return fail(err, ERR_USAGE,
				"'%s' was made with another build of '%s'; "
				"start again with 'scarp check'" SC(434),
				file, path);
	}
	return OK;
}

/* What the test reads, and what it has to print. */
static int same_contents(
	const char *was, const char *what, const char *file, struct err *err)
{
	char *now;
	bool same;

	if (!was)
		return OK;
	now = state_file_id(path_of(was), err);
	if (!now)
		return err->code;
	same = strcmp(now, was) == 0;
	free(now);
	return same ? OK
		    : fail(err, ERR_USAGE,
			      "'%s' was made with another %s '%s'; start "
			      "again with 'scarp check'" SC(434),
			      file, what, path_of(was));
}

int state_same(
	const struct disk *disk, const struct target *target, struct err *err)
{
	const struct state *s = &disk->state;
	const char *file = disk->state_path;

	if (same_program(s, file, err) ||
		same_contents(s->stdin_id, "input", file, err) ||
		same_contents(s->expected_id, "expected output", file, err) ||
		same_libraries(s, file, err))
		return err->code;
	return environment_same(target->environment, s->variable, err);
}

/* What made the search go over to fork mode. */
static int take_leak(
	struct processes *all, const struct disk *disk, struct err *err)
{
	const char *leak = disk->state.leak, *detail;

	if (!leak)
		return OK;
	detail = path_of(leak);
	for (int i = 0; i < CAVEAT_COUNT; i++) {
		size_t n = strlen(caveat_info[i].name);

		if (strncmp(leak, caveat_info[i].name, n) != 0 ||
			leak[n] != ' ')
			continue;
		all->leak_caveat = (enum caveat)i;
		snprintf(all->leak, sizeof all->leak, "%.159s", detail);
		return OK;
	}
	return fail(err, ERR_FORMAT, "'%s' names no caveat: '%.100s'" SC(433),
		disk->state_path, leak);
}

int state_open(struct disk *disk, struct options *o, struct processes *all,
	const char *path, struct err *err)
{
	struct state *s = &disk->state;
	char **origin;

	snprintf(disk->state_path, sizeof disk->state_path, "%.511s", path);
	if (state_load(s, path, err) || take_leak(all, disk, err))
		return err->code;
	disk->lasting = s->option;
	origin = s->origin;
	for (char **word = s->option; word && *word; word++) {
		char *words[] = {"check", *word, NULL};
		int code;

		o->source = origin && *origin ? *origin++ : NULL;
		code = options_parse(o, 2, words, CHECK, err);
		if (code)
			return code;
		if (o->rest != 2 || o->help)
			return fail(err, ERR_FORMAT,
				"'%s' holds no option '%.100s'" SC(433), path,
				*word);
	}
	o->source = NULL;
	if (s->stdin_id)
		o->stdin_path = path_of(s->stdin_id);
	return OK;
}

int state_fill(
	const struct disk *disk, unsigned w, struct channel *c, struct err *err)
{
	const struct state_account *a = &disk->state.account[w];
	struct err why;

	if (account_read(c, a->bytes, a->length, &why))
		return fail(err, ERR_FORMAT, "'%s' is damaged: %.300s" SC(433),
			disk->state_path, why.text);
	c->config.resume = RESUME_SAVED;
	return OK;
}
