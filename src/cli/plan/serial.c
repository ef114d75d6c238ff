/* SPDX-License-Identifier: MIT */
#include "cli/plan/serial.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "channel/found.h"
#include "cli/plan/configure.h"
#include "linear/own.h"
#include "search/model.h"

enum {
	EXECUTIONS_MOST = 100000
};

/* For tests: SCARP_SERIAL=N of them at most. */
static uint64_t executions_most(void)
{
	const char *n = getenv("SCARP_SERIAL");

	return n ? strtoull(n, NULL, 10) : EXECUTIONS_MOST;
}

static int make(struct processes *all, struct err *err)
{
	struct own_set *set;

	all->own_fd = process_memory(sizeof *set, err);
	if (all->own_fd < 0)
		return err->code;
	set = mmap(NULL, sizeof *set, PROT_READ | PROT_WRITE, MAP_SHARED,
		all->own_fd, 0);
	if (set == MAP_FAILED) {
		close(all->own_fd);
		return fail(err, ERR_IO, "cannot map a memory file: %s" SC(511),
			strerror(errno));
	}
	set->magic = OWN_MAGIC;
	all->own = set;
	return OK;
}

void serial_fini(struct processes *all)
{
	if (!all->own)
		return;
	own_use(NULL);
	munmap(all->own, sizeof *all->own);
	close(all->own_fd);
	all->own = NULL;
}

/* Nothing of what was added counts. */
static void forget(struct own_set *set)
{
	size_t head = offsetof(struct own_set, root);

	memset(set, 0, head);
	set->magic = OWN_MAGIC;
}

/* A hole there may hide executions. */
static bool saw_all(const struct channel *c)
{
	for (int i = 0; i < CAVEAT_COUNT; i++)
		if (c->caveats[i] && caveat_info[i].kind == CAVEAT_KIND_HOLE &&
			i != CAVEAT_operations_unspecified)
			return false;
	return c->exhausted && !c->bugs;
}

static void settle(struct processes *all, const struct channel *c)
{
	struct own_set *set = all->own;

	set->executions = search_made(&c->count);
	set->complete = saw_all(c) && !set->full;
	set->task = OWN_JUDGE;
	all->serial = c;
	own_use(set);
}

/* `like`: how the test is executed, but for that. */
static int run(struct processes *all, struct course *course,
	const struct channel_config *like, struct channel **out,
	struct err *err)
{
	struct process *p = processes_add(all, err);
	struct channel_config *config;
	int stdin_fd, code;
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.stop_after = 1,
		.hang_after_ms = all->hang_after_ms};

	if (!p)
		return err->code;
	config = &p->channel->config;
	stdin_fd = config->stdin_fd;
	*config = *like;
	config->stdin_fd = stdin_fd;
	config->task = TASK_CHECK;
	config->model = MODEL_sc;
	config->heap = HEAP_FRESH;
	config->stop_after = 1;
	config->trace = 0;
	config->search.executions_max = executions_most();
	snprintf(
		config->search.strategy, sizeof config->search.strategy, "dfs");
	snprintf(
		config->search.reduce, sizeof config->search.reduce, "optimal");
	config->search.cache[0] = '\0';
	code = course_drive(course, &crew, err);
	if (!code && crew.leaked && like->mode != MODE_FORK) {
		struct channel_config forked = *like;

		forked.mode = MODE_FORK;
		forget(all->own);
		return run(all, course, &forked, out, err);
	}
	*out = p->channel;
	return code ? code : channel_check(p->channel, err);
}

static void say(const struct own_set *set, FILE *out)
{
	fprintf(out,
		"specification: the operations of the test, each made whole: "
		"%" PRIu64 " histor%s from %" PRIu64
		" serial execution%s (sc)\n",
		set->histories, set->histories == 1 ? "y" : "ies",
		set->executions, set->executions == 1 ? "" : "s");
	if (set->forks)
		fprintf(out,
			"  some operation returns one thing or another after "
			"the same ones: each of them is taken for right\n");
	if (!set->complete)
		fprintf(out, "  these are not all serial executions: what they "
			     "do not explain is not judged\n");
}

int serial_find(const struct options *o, struct processes *all,
	struct course *course, struct result *r, FILE *out, struct err *err)
{
	struct channel_config like = {.stdin_fd = -1};
	struct channel *c;
	int code;

	if (!o->spec)
		return OK;
	configure(&like, o, all);
	code = make(all, err);
	if (!code)
		code = run(all, course, &like, &c, err);
	if (code)
		return code;
	settle(all, c);
	if (!o->quiet)
		say(all->own, out);
	if (c->bugs)
		result_add_bugs(r, c, 0, 1);
	return OK;
}

int serial_find_again(struct processes *all, struct process *p,
	const struct channel_bug *bug, struct err *err)
{
	struct course course = {0};
	struct channel *c;
	int code;

	if (bug->kind != BUG_not_linearizable ||
		!strstr(bug->message, OWN_SAYS))
		return OK;
	code = make(all, err);
	all->serial = p->channel; /* the names of its threads */
	if (!code)
		code = run(all, &course, &p->channel->config, &c, err);
	if (code)
		return code;
	settle(all, c);
	p->own_fd = all->own_fd;
	return OK;
}
