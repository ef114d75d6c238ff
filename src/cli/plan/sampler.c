/* SPDX-License-Identifier: MIT */
#include "cli/plan/sampler.h"

#include <stdio.h>
#include <string.h>

#include "cli/plan/deepen.h"
#include "cli/show/outlook.h"
#include "search/model.h"

enum {
	/* Shares of the budget: the early one, and when at the latest it is
	 * due; the last part, in which nothing is begun that will not end. */
	EARLY = 20,
	EARLY_DUE = 500,
	ENDLESS = 4, /* times what is left; then it gets so much of all: */
	ENDLESS_PERCENT = 60,
	REUSE_MS = 1000, /* as its early share, but no longer */
	LATE = 4,
	TURNS = 40,	  /* of random schedules, and of few preemptions, */
	CHANCE_FIRST = 2, /* which get half as much */
	WALKS = 1000 /* random executions for the size of the space; fewer where
			they would take more than half of the early share */
};

/* ... and no later than that, in seconds. */
#define EARLY_DUE_S 0.1

void sampler_init(struct sampler *s, const struct options *o)
{
	*s = (struct sampler){.may = !o->maximal && !o->audit, .reuse = -1};
}

unsigned sampler_busy(const struct deepen *d, const struct crew *crew)
{
	unsigned n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		n += d->worker[i].job == WORKER_SAMPLER &&
		     deepen_busy(d, crew, i);
	return n;
}

uint64_t sampler_cut(const struct deepen *d, const struct crew *crew)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job == WORKER_SAMPLER)
			n += crew->process[i].channel->count.stopped;
	return n;
}

static void share_out(struct deepen *d, const struct crew *crew, double passed)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct worker *w = &d->worker[i];

		if (w->job != WORKER_SAMPLER || !deepen_busy(d, crew, i))
			continue;
		d->sampler.got += passed;
		w->worked += passed;
	}
}

void sampler_count(struct deepen *d, const struct crew *crew)
{
	struct sampler *s = &d->sampler;
	uint64_t now = clock_ns(), made = 0;

	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job == WORKER_SAMPLER)
			made += search_made(&crew->process[i].channel->count);
	if (d->by_count)
		s->got = (double)made;
	else if (s->counted_ns)
		share_out(d, crew, (double)(now - s->counted_ns) / 1e9);
	s->counted_ns = now;
}

/* ---- its turns */

bool sampler_late(const struct deepen *d, double left)
{
	return d->sampler.may && left < d->all / LATE;
}

/* Nobody expects the search that would prove all to end in what is left: it
 * would take several times as long, or nothing of it has come to an end. */
static bool is_endless(
	const struct deepen *d, const struct crew *crew, double left)
{
	const struct job *j = &d->jobs.job[d->jobs.maximal];

	if (j->state != JOB_RUNNING && j->state != JOB_SUSPENDED)
		return false;
	return deepen_in_vain(d, crew, d->jobs.maximal, left) ||
	       (j->executions >= JOBS_THRESHOLD && j->eta > ENDLESS * left);
}

/* Soon, since what it finds it mostly finds at once; and a little at a time, a
 * fourth of what has passed, for then the others are hardly kept waiting. Where
 * there is no end to be seen it gets most of the time. */
bool sampler_early(const struct deepen *d, const struct crew *crew, double left)
{
	const struct sampler *s = &d->sampler;
	const struct job *maximal = &d->jobs.job[d->jobs.maximal];
	double elapsed = d->all - left, share = elapsed / 5;
	double first = d->all / EARLY_DUE, most = d->all / EARLY;
	bool endless = is_endless(d, crew, left), busy = sampler_busy(d, crew);

	if (!d->by_count && first > EARLY_DUE_S)
		first = EARLY_DUE_S;
	if (endless)
		most = d->all * ENDLESS_PERCENT / 100;
	if (endless)
		share = elapsed * (ENDLESS_PERCENT + (busy ? 10 : 0)) / 100;
	else if (busy)
		share = elapsed / 3;
	return s->may && s->got < most && s->got < share &&
	       ((maximal->state != JOB_PENDING &&
			maximal->state != JOB_RUNNING) ||
		       elapsed > first);
}

bool sampler_due(const struct deepen *d, const struct crew *crew, double left)
{
	return sampler_early(d, crew, left) && !sampler_busy(d, crew);
}

/* ---- freed memory that is handed out again */

/* There is some, which is not handed out again in what is proven. */
static bool frees(const struct deepen *d, const struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++)
		if (d->worker[i].job != WORKER_SAMPLER &&
			crew->process[i]
				.channel->caveats[CAVEAT_no_address_reuse])
			return true;
	return false;
}

static int begin_reuse(struct deepen *d, struct processes *all,
	struct crew *crew, struct err *err)
{
	struct sampler *s = &d->sampler;
	uint64_t share_ms = (uint64_t)(d->all * 1e3 / EARLY);

	for (unsigned i = 0; i < crew->size; i++)
		deepen_dismiss(d, crew, i);
	s->reuse = (int)crew->size;
	s->reuse_most = (uint64_t)(d->all / EARLY) + 1;
	s->reuse_ns = clock_ns() +
		      (share_ms < REUSE_MS ? share_ms : REUSE_MS) * 1000000ull;
	return deepen_start(d, all, crew, WORKER_SAMPLER, err);
}

bool sampler_looks_at_reuse(struct deepen *d, struct processes *all,
	struct crew *crew, struct err *err)
{
	const struct sampler *s = &d->sampler;
	const struct process *p;

	if (s->reuse < 0) {
		if (!s->may || d->options->heap || !frees(d, crew) ||
			crew->size == WORKERS_MOST)
			return false;
		return begin_reuse(d, all, crew, err) == OK;
	}
	p = &crew->process[s->reuse];
	return p->pid &&
	       (d->by_count ? !gather_waits(p) : clock_ns() < s->reuse_ns);
}

/* ---- how large the space is */

static enum sampler_kind kind_of(const struct channel *c)
{
	return strcmp(c->config.search.strategy, "size") == 0 ? SAMPLER_SIZE
	       : sampler_bounds(c)			      ? SAMPLER_BOUNDS
							      : SAMPLER_RANDOM;
}

static bool counts(const struct channel *c)
{
	return kind_of(c) == SAMPLER_SIZE;
}

void sampler_hear(struct deepen *d, const struct channel *c)
{
	if (counts(c) && c->size.walks)
		d->size = c->size;
}

bool sampler_has_counted(const struct deepen *d, const struct channel *c)
{
	uint64_t made = search_made(&c->count);
	double got = d->sampler.got, share = d->all / EARLY;

	return counts(c) &&
	       (made >= WALKS || got > share ||
		       (made >= OUTLOOK_WALKS_LEAST && got > share / 2));
}

/* ---- who of them is next */

bool sampler_bounds(const struct channel *c)
{
	return strcmp(c->config.search.strategy, "ipb") == 0;
}

/* Does it get what is left over?  Before that chance alone finds more; and
 * where no execution of a search comes to its end, none of its would. */
static bool bounds_may(const struct deepen *d, const struct crew *crew)
{
	return !d->by_count && !d->options->heap && d->sampler.reuse < 0 &&
	       d->sampler.got >= d->all / EARLY &&
	       !deepen_in_vain(d, crew, d->jobs.maximal, deepen_left(d, crew));
}

/* Time of all processes of a kind; *any: there is one that lives. */
static double worked(const struct deepen *d, const struct crew *crew,
	enum sampler_kind kind, bool *any)
{
	double sum = 0;

	*any = false;
	for (unsigned i = 0; i < crew->size; i++) {
		if (d->worker[i].job != WORKER_SAMPLER ||
			kind_of(crew->process[i].channel) != kind)
			continue;
		sum += d->worker[i].worked;
		*any |= crew->process[i].pid != 0;
	}
	return sum;
}

bool sampler_takes_turns(
	const struct deepen *d, const struct crew *crew, unsigned i)
{
	enum sampler_kind kind = kind_of(crew->process[i].channel);
	bool any, lives;
	double most = worked(d, crew, SAMPLER_RANDOM, &any);
	double bounds = worked(d, crew, SAMPLER_BOUNDS, &lives);

	if (kind == SAMPLER_SIZE || !bounds_may(d, crew) || d->workers > 1 ||
		(bounds > 0 && !lives)) /* it has ended */
		return false;
	bounds *= CHANCE_FIRST;
	return kind == SAMPLER_BOUNDS ? bounds > most + d->all / TURNS
				      : most > bounds + d->all / TURNS;
}

/* Its walks are long ones, too, where nothing comes to an end. */
static bool counts_first(const struct deepen *d, const struct crew *crew)
{
	return !d->by_count && d->sampler.reuse < 0 &&
	       !deepen_in_vain(d, crew, d->jobs.maximal, deepen_left(d, crew));
}

int sampler_pick(struct deepen *d, const struct crew *crew)
{
	int best = -1;
	bool size = false, random, bounds;

	for (unsigned i = 0; i < crew->size; i++) {
		const struct worker *w = &d->worker[i];

		if (w->job != WORKER_SAMPLER)
			continue;
		size |= counts(crew->process[i].channel);
		if (w->rests && crew->process[i].pid &&
			(best < 0 || w->worked < d->worker[best].worked))
			best = (int)i;
	}
	(void)worked(d, crew, SAMPLER_RANDOM, &random);
	d->sampler.next = SAMPLER_RANDOM;
	if (!size && counts_first(d, crew))
		d->sampler.next = SAMPLER_SIZE;
	else if (random && bounds_may(d, crew) &&
		 worked(d, crew, SAMPLER_BOUNDS, &bounds) == 0 && !bounds)
		d->sampler.next = SAMPLER_BOUNDS;
	return d->sampler.next == SAMPLER_BOUNDS ? -1 : best;
}

/* ---- its processes */

/* They share one stream of chance. */
static uint64_t begun(const struct deepen *d, const struct crew *crew)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		n += d->worker[i].job == WORKER_SAMPLER;
	return n;
}

void sampler_configure(const struct deepen *d, const struct crew *crew,
	struct channel_config *config)
{
	struct search_config *search = &config->search;

	static const char *const strategy[] = {"size", "portfolio", "ipb"};
	enum sampler_kind kind =
		d->sampler.reuse >= 0 ? SAMPLER_RANDOM : d->sampler.next;

	snprintf(search->strategy, sizeof search->strategy, "%s",
		strategy[kind]);
	snprintf(search->reduce, sizeof search->reduce, "none");
	search->first = begun(d, crew);
	if (!d->options->heap && kind == SAMPLER_RANDOM &&
		config->model == MODEL_sc)
		config->heap = d->sampler.reuse >= 0 ? HEAP_REUSE : HEAP_TURNS;
}

uint64_t sampler_first_grant(const struct sampler *s)
{
	return s->reuse >= 0 ? s->reuse_most : 1; /* more later */
}
