/* SPDX-License-Identifier: MIT */
/* result.c - merging what several test processes found, and the verdict */
#include "report/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/suppress.h"
#include "report/weak.h"
#include "search/strategy.h"

const char *const verdict_name[4] = {"bug", "verified", "partial", "error"};

/* Its text does not name the place.  (Where a stack overflows is no place: a
 * replay, which keeps more, does so elsewhere.) */
static bool is_misused_memory(uint32_t kind)
{
	return kind == BUG_use_after_free || kind == BUG_use_after_return ||
	       kind == BUG_double_free || kind == BUG_invalid_free ||
	       kind == BUG_heap_overflow || kind == BUG_heap_underflow ||
	       kind == BUG_wild_access;
}

bool result_same_bug(const struct channel_bug *a, const struct channel_bug *b)
{
	if (a->kind != b->kind)
		return false;
	/* Of two races that one instruction completes the other side tells. */
	if (a->kind == BUG_data_race && a->other.frames && b->other.frames &&
		a->other.pc[0] != b->other.pc[0])
		return false;
	if (a->pc && a->pc == b->pc)
		return true;
	/* Its place is a moment in a loop, and its message tells the limit. */
	if (a->kind == BUG_no_progress)
		return true;
	if (a->pc && b->pc && is_misused_memory(a->kind))
		return false;
	return strcmp(a->message, b->message) == 0 && a->line == b->line &&
	       strcmp(a->file, b->file) == 0;
}

static void add_loop(struct result *r, const struct channel_loop *l)
{
	for (unsigned i = 0; i < LOOPS_MAX && l->pc; i++)
		if (r->counting[i].pc == l->pc || !r->counting[i].pc) {
			r->counting[i].pc = l->pc;
			r->counting[i].seen += l->seen;
			return;
		}
}

static void add_progress(struct result *r, const struct channel *c)
{
	const struct channel_progress *p = &c->progress;

	r->progress_steps = c->config.progress;
	r->progress.runs += p->runs;
	r->progress.returned += p->returned;
	if (p->alone_most > r->progress.alone_most)
		r->progress.alone_most = p->alone_most;
	if (p->among_most > r->progress.among_most)
		r->progress.among_most = p->among_most;
}

static bool by_chance(const struct channel *c)
{
	int row = strategy_find(c->config.search.strategy, NULL, NULL);

	return row >= 0 && !strategy_at((unsigned)row)->exhausts;
}

void result_shown(struct result *r, const struct samples *more)
{
	if (!more || !more->executions)
		return;
	if (!r->shown)
		r->shown = calloc(1, sizeof *r->shown);
	if (r->shown)
		shown_add(r->shown, more);
}

void result_add(struct result *r, const struct channel *c, uint64_t first,
	uint64_t stride, uint64_t last)
{
	r->count.executions += c->count.executions;
	r->count.failed += c->count.failed;
	r->count.blocked += c->count.blocked;
	r->count.probes += c->count.probes;
	r->count.pruned += c->count.pruned;
	r->count.stopped += c->count.stopped;
	r->count.again += c->count.again;
	r->count.steps += c->count.steps;
	for (int i = 0; i < CAVEAT_COUNT; i++) {
		r->caveats[i] += c->caveats[i];
		if (!r->caveat_detail[i][0])
			memcpy(r->caveat_detail[i], c->caveat_detail[i],
				sizeof r->caveat_detail[i]);
	}
	for (uint32_t i = 0; i < c->cuts; i++) {
		r->cut[i].times += c->cut[i].times;
		if (c->cut[i].times && !r->cut[i].in)
			r->cut[i].in = c;
	}
	if (by_chance(c))
		r->vainly += c->count.stopped + c->count.pruned;
	if (c->widest > r->widest)
		r->widest = c->widest;
	if (c->threads_most > r->threads_most)
		r->threads_most = c->threads_most;
	if (c->longest > r->longest)
		r->longest = c->longest;
	if (c->broadest > r->broadest)
		r->broadest = c->broadest;
	r->fingerprinted |= c->config.fingerprint != 0;
	r->fingerprint += c->fingerprint;
	r->hashed += c->hashed;
	r->reruns_counted |= c->config.reruns != 0;
	rerun_add(&r->reruns, &c->reruns);
	r->before_round += c->before_round < c->count.executions
				   ? c->before_round
				   : c->count.executions;
	if (c->rounds > r->rounds)
		r->rounds = c->rounds;
	r->exits |= c->exits_now != 0;
	r->coarse |= c->coarse_now;
	r->failing_met |= c->failing_met;
	r->late_stores |= c->late_stores != 0;
	weak_add(r, c);
	add_progress(r, c);
	if (channel_points(c) > r->points)
		r->points = channel_points(c);
	r->loops |= channel_loops(c);
	for (unsigned i = 0; i < LOOPS_MAX; i++)
		add_loop(r, &c->counting[i]);
	result_shown(r, channel_shown(c));
	findings_add(r, c, first, stride, last);
}

const struct channel *result_traced(
	const struct result *r, const struct channel *c)
{
	for (unsigned i = 0; i < r->bugs; i++)
		if (r->found[i].replay && r->found[i].replay->events)
			return r->found[i].replay;
	return c;
}

const struct channel_stack *result_stack(const struct result *r,
	const struct channel_race *race, const struct channel_access *side)
{
	for (unsigned i = 0; i < r->bugs && side->stack.frames <= 1; i++) {
		const struct channel *c = r->found[i].replay;

		for (uint32_t j = 0; c && j < c->events; j++) {
			const struct trace_event *e = &c->event[j];

			if (e->thread == side->thread && e->stack.frames &&
				e->stack.pc[0] == side->pc &&
				e->place.address == race->place.address)
				return &e->stack;
		}
	}
	return &side->stack;
}

/* The place of a bug in the table, by the number of its execution; several
 * workers may find the same one, and the earliest counts. */
static void add_bug(struct result *r, const struct found *f, bool by_number)
{
	unsigned at;

	if (suppressions_take(r->suppressions, f->in, f->bug))
		return;
	for (at = 0; at < r->bugs; at++) {
		struct found *old = &r->found[at];

		if (!result_same_bug(f->bug, old->bug))
			continue;
		if (!by_number || old->number <= f->number)
			return;
		r->bugs--;
		memmove(old, old + 1, (r->bugs - at) * sizeof *old);
		break;
	}
	if (r->bugs == BUGS_MAX)
		return;
	at = r->bugs++;
	while (by_number && at > 0 && r->found[at - 1].number > f->number) {
		r->found[at] = r->found[at - 1];
		at--;
	}
	r->found[at] = *f;
}

void result_add_found(struct result *r, const struct found *f)
{
	add_bug(r, f, false);
}

void result_add_bugs(struct result *r, const struct channel *c, uint64_t first,
	uint64_t stride)
{
	for (uint32_t i = 0; i < c->bugs; i++) {
		const struct channel_bug *bug = &c->bug[i];
		struct found f = {.in = c, .bug = bug};

		f.schedule =
			(const struct choice *)(c->blob + bug->schedule_offset);
		f.steps = bug->schedule_length;
		f.number = channel_bug_number(bug);
		if (f.number)
			f.number = first + (f.number - 1) * stride + 1;
		add_bug(r, &f, stride > 1);
	}
}

static bool hole(const struct result *r)
{
	for (int i = 0; i < CAVEAT_COUNT; i++)
		if (r->caveats[i] && caveat_info[i].kind == CAVEAT_KIND_HOLE)
			return true;
	return false;
}

bool result_finished(const struct result *r)
{
	static const enum caveat cut[] = {CAVEAT_step_limit, CAVEAT_bound,
		CAVEAT_lazy_cache, CAVEAT_lazy_reduction, CAVEAT_search_memory,
		CAVEAT_hook_limit, CAVEAT_heap_used_up, CAVEAT_heap_points,
		CAVEAT_races_lost, CAVEAT_forced_yield};

	for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++)
		if (r->caveats[cut[i]])
			return false;
	return r->exhausted && !r->sampled && !r->bounds.more;
}

enum verdict result_judge(const struct result *r)
{
	if (r->bugs)
		return VERDICT_BUG;
	if (r->exhausted && !r->sampled && !hole(r))
		return VERDICT_VERIFIED;
	return VERDICT_PARTIAL;
}

void result_fini(struct result *r)
{
	findings_fini(r);
	free(r->call);
	r->call = NULL;
	free(r->shown);
	r->shown = NULL;
	r->calls = 0;
}
