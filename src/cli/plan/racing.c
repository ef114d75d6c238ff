/* SPDX-License-Identifier: MIT */
/* racing.c - the list of racing instructions, from a file or from executions
 *
 * The study runs a race detector ten times, without control of the scheduler
 * but with noise (T-12).  Here it is ten executions with pct, whose race
 * detection is that of every search; what fails in them does not count.
 *
 * A file names instructions as source lines, `FILE:LINE:read` or
 * `FILE:LINE:write`; what the compiler put there is found in the program.
 */
#include "cli/plan/racing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/hookcall.h"
#include "cli/plan/configure.h"
#include "replay/symbols.h"

enum {
	RUNS = 10,
	DEPTH = 3,
	LINES_MAX = 4096
};

struct wanted {
	char *file;
	unsigned line, in_list; /* of the source; of the list */
	bool write;
	unsigned found;
};

struct list {
	const char *path;
	struct wanted *wanted;
	size_t n;
};

static void list_free(struct list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->wanted[i].file);
	free(list->wanted);
}

/* "a.c:12:read" */
static bool parse(struct wanted *w, char *text)
{
	char *kind = strrchr(text, ':'), *line, *end;

	if (!kind)
		return false;
	*kind++ = '\0';
	w->write = strcmp(kind, "write") == 0;
	line = strrchr(text, ':');
	if ((!w->write && strcmp(kind, "read") != 0) || !line || line == text)
		return false;
	*line++ = '\0';
	w->line = (unsigned)strtoul(line, &end, 10);
	if (end == line || *end || w->line == 0)
		return false;
	w->file = strdup(text);
	return w->file != NULL;
}

static int read_lines(struct list *list, FILE *f, struct err *err)
{
	char line[4096];

	for (unsigned n = 1; fgets(line, sizeof line, f); n++) {
		char *text = line + strspn(line, " \t");
		size_t length;

		text[strcspn(text, "#\r\n")] = '\0';
		length = strlen(text);
		while (length && strchr(" \t", text[length - 1]))
			text[--length] = '\0';
		if (!length)
			continue;
		if (list->n == LINES_MAX)
			return fail(err, ERR_USAGE,
				"'%s' has more than %d lines" SC(438),
				list->path, LINES_MAX);
		list->wanted[list->n].in_list = n;
		if (!parse(&list->wanted[list->n], text))
			return fail(err, ERR_USAGE,
				"%s:%u: not FILE:LINE:read or "
				"FILE:LINE:write" SC(438),
				list->path, n);
		list->n++;
	}
	return OK;
}

static int read_list(struct list *list, struct err *err)
{
	FILE *f = fopen(list->path, "r");
	int code;

	if (!f)
		return fail(err, ERR_USAGE, "cannot read '%s': %s" SC(431),
			list->path, strerror(errno));
	list->wanted = calloc(LINES_MAX, sizeof *list->wanted);
	code = list->wanted ? read_lines(list, f, err)
			    : fail(err, ERR_IO, "no memory" SC(437));
	fclose(f);
	return code;
}

/* A file of the list is the end of a path, after a slash. */
static bool same_file(const char *path, const char *wanted)
{
	size_t n = strlen(path), w = strlen(wanted);

	return n >= w && strcmp(path + n - w, wanted) == 0 &&
	       (n == w || path[n - w - 1] == '/');
}

static bool is_wanted(
	struct list *list, const struct frame *at, const struct hookcall *call)
{
	bool found = false;

	for (size_t i = 0; i < list->n; i++) {
		struct wanted *w = &list->wanted[i];

		if (at->line != w->line || !same_file(at->path, w->file) ||
			!(w->write ? call->writes : call->reads))
			continue;
		w->found++;
		found = true;
	}
	return found;
}

static int add(struct channel *c, const struct hookcall *call, struct err *err)
{
	if (c->points == POINTS_MAX)
		return fail(err, ERR_USAGE,
			"more than %d racing instructions ('--racing')" SC(438),
			POINTS_MAX);
	c->point[c->points++] = (struct point){
		.pc = c->module[0].base + call->after,
		.access = call->atomic	 ? POINT_ATOMIC
			  : call->writes ? POINT_WRITE
					 : POINT_READ,
		.offset = call->after,
	};
	return OK;
}

/* c lists the modules as the loader placed them; the program is the first. */
static int find_instructions(struct list *list, struct channel *c,
	const char *program, struct err *err)
{
	struct symbols *symbols = symbols_new(c);
	struct hookcall *call = NULL;
	struct frame at[16];
	size_t n = 0;
	int code = symbols ? hookcall_read(program, &call, &n, err)
			   : fail(err, ERR_IO, "no memory" SC(437));

	c->points = 0;
	for (size_t i = 0; i < n && !code; i++) {
		symbols_frames(
			symbols, c->module[0].base + call[i].after, at, 16);
		if (is_wanted(list, &at[0], &call[i]))
			code = add(c, &call[i], err);
	}
	for (size_t i = 0; i < list->n && !code; i++)
		if (!list->wanted[i].found)
			code = fail(err, ERR_USAGE,
				"%s:%u: no %s is at %s:%u (of a program built "
				"by scarp cc with -g)" SC(438),
				list->path, list->wanted[i].in_list,
				list->wanted[i].write ? "write" : "read",
				list->wanted[i].file, list->wanted[i].line);
	free(call);
	symbols_free(symbols);
	return code;
}

/* Executions of which only their races count, or what is loaded where. */
struct runs {
	const struct options *options;
	enum profile rules;
	const char *strategy;
	unsigned executions;
};

static int run(const struct runs *runs, struct processes *all,
	struct course *course, struct channel **out, struct err *err)
{
	struct process *p = processes_add(all, err);
	struct channel_config *config;
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms};
	int code;

	if (!p)
		return err->code;
	config = &p->channel->config;
	configure(config, runs->options, all);
	config->task = TASK_CHECK;
	config->profile = runs->rules;
	snprintf(config->search.strategy, sizeof config->search.strategy, "%s",
		runs->strategy);
	config->search.pct_depth = DEPTH;
	config->search.executions_max = runs->executions;
	code = course_drive(course, &crew, err);
	if (!code && crew.leaked && all->mode != MODE_FORK) {
		enum rewind_mode mode = all->mode;

		all->mode = MODE_FORK;
		code = run(runs, all, course, out, err);
		all->mode = mode;
		return code;
	}
	*out = p->channel;
	return code ? code : channel_check(p->channel, err);
}

static int from_file(const struct options *o, struct processes *all,
	struct course *course, const struct channel **racing, struct err *err)
{
	struct list list = {.path = o->racing};
	struct runs runs = {o, PROFILE_LISTED, "dfs", 1};
	struct channel *c;
	int code = read_list(&list, err);

	if (!code)
		code = run(&runs, all, course, &c, err);
	if (!code && !c->modules)
		code = fail(err, ERR_USAGE,
			"no module of the test is known" SC(455));
	if (!code)
		code = find_instructions(&list, c, all->target.path, err);
	if (!code)
		*racing = c;
	list_free(&list);
	return code;
}

int racing_find(const struct options *o, struct processes *all,
	struct course *course, const struct channel **racing, FILE *out,
	struct err *err)
{
	struct runs runs = {o, PROFILE_OWN, "pct", RUNS};
	struct channel *c;
	int code;

	if (o->profile == PROFILE_OWN)
		return OK;
	if (o->racing)
		return from_file(o, all, course, racing, err);
	code = run(&runs, all, course, &c, err);
	if (code)
		return code;
	*racing = c;
	if (!o->quiet)
		fprintf(out,
			"points of the study: %u racing instruction%s in %d "
			"executions\n",
			c->points, c->points == 1 ? "" : "s", RUNS);
	return OK;
}
