/* SPDX-License-Identifier: MIT */
#include "cli/plan/others.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/disk/results.h"
#include "cli/plan/configure.h"
#include "cli/plan/confirm.h"
#include "cli/plan/phase.h"
#include "report/suppress.h"
#include "search/model.h"

enum {
	EXECUTIONS_LEAST = 100,
	EXECUTIONS_MOST = 10000,
	LEAST_MS = 400
};

static bool wanted(const struct check *check)
{
	const struct options *o = &check->options;
	const struct result *r = &check->result;

	return r->bugs == 1 && r->found[0].confirmed && r->threads_most > 1 &&
	       r->found[0].bug->kind != BUG_data_race && !o->given.stop_after &&
	       !o->finish_bound && !o->audit && !check->disk.resumed &&
	       !check->course.interrupted && !crew_was_interrupted();
}

static uint64_t clamp(uint64_t n, uint64_t least, uint64_t most)
{
	if (n > most)
		n = most;
	return n < least ? least : n;
}

static uint64_t executions_most(const struct check *check)
{
	const struct options *o = &check->options;
	uint64_t n = clamp(search_made(&check->result.count), EXECUTIONS_LEAST,
		EXECUTIONS_MOST);

	if (o->given.max_executions && n > o->max_executions / 10)
		n = o->max_executions / 10;
	return n;
}

/* Of processor time; 0: whoever counts executions gets the same ones each time.
 */
static uint64_t time_most_ms(const struct check *check)
{
	const struct options *o = &check->options;
	uint64_t budget_ms = o->given.budget ? o->budget : o->time;
	uint64_t took_ms = (uint64_t)(check->result.seconds * 1e3);

	if (o->given.max_executions && !o->given.budget)
		return 0;
	return clamp(took_ms, LEAST_MS, budget_ms / 10);
}

static void prepare(const struct check *check, struct channel *c)
{
	struct channel_config *config = &c->config;

	configure(config, &check->options, &check->processes);
	config->task = TASK_CHECK;
	config->stop_after = 0;
	config->fingerprint = 0;
	if (!check->options.heap && config->model == MODEL_sc)
		config->heap = HEAP_TURNS;
	config->search.executions_max = executions_most(check);
	snprintf(config->search.strategy, sizeof config->search.strategy,
		"portfolio");
	snprintf(config->search.reduce, sizeof config->search.reduce, "none");
	config->search.cache[0] = '\0';
	phase_go_on_from(c, check->result.found[0].in);
}

/* One failure may show itself at many places: all that is made of a block that
 * somebody freed too early is one. */
static bool alike(const struct channel_bug *a, const struct channel_bug *b)
{
	return result_same_bug(a, b) ||
	       (a->place.freed_pc && a->place.freed_pc == b->place.freed_pc);
}

static bool is_known(const struct result *r, const struct found *f)
{
	if (alike(r->found[0].bug, f->bug))
		return true;
	for (unsigned i = 0; i < r->others.bugs; i++)
		if (alike(r->others.found[i].bug, f->bug))
			return true;
	return false;
}

/* Those of another kind than the first bug before those of its kind. */
static void choose(struct result *r, const struct result *more)
{
	for (int same = 0; same < 2; same++)
		for (unsigned i = 0; i < more->bugs; i++) {
			const struct found *f = &more->found[i];
			bool like = f->bug->kind == r->found[0].bug->kind;

			if (like != (same == 1) || is_known(r, f) ||
				suppressions_fit(
					r->suppressions, f->in, f->bug))
				continue;
			if (r->others.bugs < OTHER_BUGS_MAX)
				r->others.found[r->others.bugs++] = *f;
			else
				r->others.left_out++;
		}
}

/* Each in a fresh process; who does not come again is none. */
static void keep_confirmed(struct check *check, struct result *more)
{
	struct others *others = &check->result.others;
	struct course course = {.start_ns = check->course.start_ns};
	struct err err = {OK, ""};
	unsigned kept = 0;

	more->bugs = others->bugs;
	memcpy(more->found, others->found,
		others->bugs * sizeof *others->found);
	if (confirm(&check->processes, &course, more, &err))
		more->bugs = 0;
	for (unsigned i = 0; i < more->bugs; i++)
		if (more->found[i].confirmed)
			others->found[kept++] = more->found[i];
	others->unsteady = kept < others->bugs;
	others->bugs = kept;
}

/* NULL: nothing can be learnt of it.  Of a process that died what it had found
 * by then stands. */
static const struct channel *draw(struct check *check)
{
	struct processes *all = &check->processes;
	struct err err = {OK, ""};
	struct process *p = processes_add(all, &err);
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.cpu_ms = time_most_ms(check),
		.suppressions = check->result.suppressions};
	enum rewind_mode mode = all->mode;
	const struct channel *c = NULL;

	if (!p)
		return NULL;
	prepare(check, p->channel);
	if (crew_drive(&crew, &err) && crew.fault)
		return NULL;
	if (crew.leaked && mode != MODE_FORK) {
		all->mode = MODE_FORK;
		c = draw(check);
		all->mode = mode;
		return c;
	}
	return channel_check(p->channel, NULL) ? NULL : p->channel;
}

void others_find(struct check *check)
{
	struct result *r = &check->result, *more;
	const struct channel *c;

	if (!wanted(check) || !executions_most(check))
		return;
	more = calloc(1, sizeof *more);
	c = more ? draw(check) : NULL;
	if (c) {
		result_add_bugs(more, c, 0, 1);
		choose(r, more);
		keep_confirmed(check, more);
		r->others.executions = search_made(&c->count);
		r->others.cut = r->others.executions < executions_most(check);
	}
	crew_forget_signal();
	free(more);
}

void others_save(struct check *check)
{
	struct others *others = &check->result.others;
	struct err err;
	char name[32];

	for (unsigned i = 0; i < others->bugs; i++) {
		snprintf(name, sizeof name, "other-%u", i + 1);
		if (!check->result.found[0].schedule_path[0] ||
			results_schedule(&check->disk, &check->processes.target,
				&others->found[i], name, &err))
			return;
	}
}
