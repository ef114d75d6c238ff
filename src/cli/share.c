/* SPDX-License-Identifier: MIT */
#include "cli/share.h"

#include <stdlib.h>
#include <string.h>

#include "cli/crew.h"
#include "report/result.h"

enum {
	KILLS_MAX = 3,
	PART_MAX = SAVED_BYTES / 2
};

static bool waits_for(const struct process *p, enum waits why)
{
	return gather_waits(p) && p->channel->waits == (uint32_t)why;
}

static bool busy(const struct process *p)
{
	return p->pid && !gather_waits(p);
}

/* A part that nobody explores yet. */
static bool pending(const struct process *p)
{
	return !p->pid && p->channel->saved &&
	       p->channel->state == RUN_NOT_STARTED;
}

static uint64_t spare(const struct channel *c)
{
	uint64_t made = search_made(&c->count);
	uint64_t most = c->config.search.executions_max;

	return !c->config.limited ? UINT64_MAX : most > made ? most - made : 0;
}

bool share_waits(const struct crew *crew)
{
	for (unsigned i = 0; crew->share.jobs && i < crew->size; i++)
		if (gather_waits(&crew->process[i]))
			return true;
	return false;
}

static bool known(const struct crew *crew, unsigned w, uint32_t bug)
{
	for (unsigned i = 0; i < w; i++) {
		const struct channel *c = crew->process[i].channel;

		for (uint32_t b = 0; b < c->bugs && b < BUGS_MAX; b++)
			if (result_same_bug(&c->bug[b],
				    &crew->process[w].channel->bug[bug]))
				return true;
	}
	return false;
}

bool share_found_enough(const struct crew *crew)
{
	uint64_t distinct = 0;

	if (!crew->share.jobs || !crew->stop_after)
		return false;
	for (unsigned w = 0; w < crew->size; w++) {
		uint32_t bugs = crew->process[w].channel->bugs;

		for (uint32_t b = 0; b < bugs && b < BUGS_MAX; b++)
			distinct += !known(crew, w, b);
	}
	return distinct >= crew->stop_after;
}

/* ---- other decision points */

static int by_pc(const void *a, const void *b)
{
	const struct point *one = a, *other = b;

	return one->pc < other->pc ? -1 : one->pc > other->pc;
}

/* Those of `c` that are new to the first n. */
static uint32_t add_points(
	struct point *all, uint32_t n, const struct channel *c)
{
	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++) {
		uint32_t j = 0;

		while (j < n && all[j].pc != c->point[i].pc)
			j++;
		if (j == n && n < POINTS_MAX)
			all[n++] = c->point[i];
	}
	return n;
}

/* Nobody has a part any more. */
static void void_part(struct channel *c)
{
	c->saved = 0;
	c->points_now = c->points;
	c->exits_now = c->exits;
	c->coarse_now = c->coarse;
	c->before_round = c->count.executions;
	c->without_turns = 0;
	c->fingerprint = c->hashed = 0;
	c->incomplete = 0;
}

static int unify(struct crew *crew, struct err *err)
{
	const struct channel *first = crew->process[0].channel;
	struct point *all = calloc(POINTS_MAX, sizeof *all);
	uint32_t exits = 0, coarse = 0, rounds = 0, n = first->points_now;

	if (!all)
		return fail(err, ERR_IO, "no memory");
	if (n > POINTS_MAX)
		n = POINTS_MAX;
	memcpy(all, first->point, n * sizeof *all);
	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		n = add_points(all, n, c);
		exits |= c->exits;
		coarse |= c->coarse;
		rounds = c->rounds > rounds ? c->rounds : rounds;
	}
	/* In an order that does not depend on who was faster. */
	qsort(all + first->points_now, n - first->points_now, sizeof *all,
		by_pc);
	for (unsigned i = 0; i < crew->size; i++) {
		struct channel *c = crew->process[i].channel;

		memcpy(c->point, all, n * sizeof *all);
		c->points = n;
		c->exits = exits != 0;
		c->coarse = coarse != 0;
		c->rounds = rounds;
		if (!crew->process[i].pid) {
			void_part(c);
			c->rounds++;
		}
	}
	free(all);
	return OK;
}

int share_begin(struct crew *crew, struct err *err)
{
	bool grew = false;

	crew->share.asked = -1;
	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		grew |= c->points != c->points_now ||
			c->exits != c->exits_now || c->coarse != c->coarse_now;
	}
	if (!grew)
		return OK;
	if (unify(crew, err))
		return err->code;
	for (unsigned i = 0; i < crew->size; i++)
		crew->process[i].channel->config.resume = RESUME_IDLE;
	/* Without a part: all of it. */
	crew->process[0].channel->config.resume = RESUME_SAVED;
	return OK;
}

/* True: they are about to start again. */
static bool regroup(struct crew *crew, struct err *err)
{
	bool all = true, first = true;

	for (unsigned i = 0; i < crew->size; i++)
		crew->share.regroup |= waits_for(&crew->process[i], WAITS_GREW);
	if (!crew->share.regroup)
		return false;
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (!busy(p))
			continue;
		all = false;
		if (p->channel->order == ORDER_NONE)
			gather_order(p, ORDER_SAVE);
	}
	if (!all)
		return true;
	crew->share.regroup = false;
	crew->share.asked = -1;
	if (unify(crew, err))
		return true;
	for (unsigned i = 0; i < crew->size; i++) {
		if (!crew->process[i].pid)
			continue;
		gather_order(
			&crew->process[i], first ? ORDER_ROUND : ORDER_EMPTY);
		first = false;
	}
	return true;
}

/* ---- handing over */

static uint32_t names_of(const struct channel *c)
{
	return c->thread_names <= THREAD_NAMES_MAX ? c->thread_names : 0;
}

/* Do both mean the same threads by their numbers? */
static bool compatible(const struct channel *a, const struct channel *b)
{
	uint32_t n = names_of(a) < names_of(b) ? names_of(a) : names_of(b);

	return memcmp(a->thread_name, b->thread_name,
		       n * sizeof a->thread_name[0]) == 0;
}

static void copy_part(struct channel *to, const struct channel *from)
{
	if (names_of(to) < names_of(from)) {
		memcpy(to->thread_name, from->thread_name,
			names_of(from) * sizeof to->thread_name[0]);
		to->thread_names = names_of(from);
	}
	memcpy(to->saved_search, from->saved_search, from->saved_length);
	to->saved_length = from->saved_length;
}

/* A channel that knows what the others know. */
static struct process *another(
	struct crew *crew, const struct channel *like, struct err *err)
{
	struct channel *c;

	if (crew->size == crew->share.room) {
		fail(err, ERR_UNSUPPORTED,
			"the parts of the search number their threads in too "
			"many ways; say -j 1");
		return NULL;
	}
	if (crew->share.more(crew->arg, crew, err))
		return NULL;
	c = crew->process[crew->size - 1].channel;
	c->points = c->points_now = like->points_now;
	memcpy(c->point, like->point, c->points * sizeof c->point[0]);
	c->exits = c->exits_now = like->exits_now;
	c->coarse = c->coarse_now = like->coarse_now;
	c->rounds = like->rounds;
	c->config.limited = like->config.limited;
	c->config.search.executions_max = 0;
	return &crew->process[crew->size - 1];
}

static struct process *taker(const struct crew *crew, const struct channel *of)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (waits_for(p, WAITS_IDLE) && spare(p->channel) &&
			compatible(p->channel, of))
			return p;
	}
	return NULL;
}

/* The one that was asked has answered. */
static int take(struct crew *crew, struct process *giver, bool stopping,
	struct err *err)
{
	struct channel *c = giver->channel;
	struct process *to;

	crew->share.asked = -1;
	if (c->saved_length == 0 || c->saved_length > PART_MAX)
		return OK;
	to = stopping ? NULL : taker(crew, c);
	if (to) {
		copy_part(to->channel, c);
		gather_order(to, ORDER_LOAD);
	} else {
		to = another(crew, c, err);
		if (!to)
			return err->code;
		/* crew.process may have a new place, the channels have not */
		copy_part(to->channel, c);
		to->channel->saved = 1;
	}
	c->saved_length = 0;
	return OK;
}

static void ask_somebody(struct crew *crew)
{
	struct share *s = &crew->share;

	for (unsigned n = 0; n < crew->size; n++) {
		unsigned i = s->next++ % crew->size;
		struct process *p = &crew->process[i];

		if (!busy(p) || p->channel->order != ORDER_NONE ||
			p->channel->state < RUN_EXECUTION ||
			!taker(crew, p->channel))
			continue;
		s->asked = (int)i;
		gather_order(p, ORDER_SPLIT);
		return;
	}
}

/* Those with nothing to do have executions left for those that may not go on.
 */
static bool lend(struct crew *crew, struct process *to)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];
		uint64_t left;

		if (busy(p) || pending(p) || p == to || !p->channel)
			continue;
		left = spare(p->channel);
		if (!left || waits_for(p, WAITS_LIMIT))
			continue;
		p->channel->config.search.executions_max -= left;
		to->channel->config.search.executions_max += left;
		gather_order(to, ORDER_GO);
		return true;
	}
	return false;
}

static unsigned count(
	const struct crew *crew, bool (*is)(const struct process *p))
{
	unsigned n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		n += is(&crew->process[i]);
	return n;
}

bool share_is_left(const struct crew *crew)
{
	return crew->share.jobs && !crew->share.ended && count(crew, pending);
}

static bool has_none(const struct process *p)
{
	return waits_for(p, WAITS_IDLE);
}

static bool may_not(const struct process *p)
{
	return waits_for(p, WAITS_LIMIT);
}

static bool runs(const struct process *p)
{
	return p->pid != 0;
}

static void end(
	struct crew *crew, bool (*who)(const struct process *p), unsigned most)
{
	for (unsigned i = 0; i < crew->size && most; i++)
		if (who(&crew->process[i])) {
			gather_order(&crew->process[i], ORDER_END);
			most--;
		}
}

/* Parts without a process get those that are free. */
static int start_pending(struct crew *crew, struct err *err)
{
	unsigned running = count(crew, runs);

	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (!pending(p) || running >= crew->share.jobs)
			continue;
		p->channel->config.resume = RESUME_SAVED;
		p->channel->order = ORDER_NONE;
		if (process_start(p, crew->target, err))
			return err->code;
		running++;
	}
	end(crew, has_none, count(crew, pending));
	return OK;
}

int share_tick(struct crew *crew, struct err *err)
{
	struct share *s = &crew->share;
	bool lent = false;

	if (!s->jobs || s->ended)
		return OK;
	err->code = OK;
	if (regroup(crew, err))
		return err->code;
	if (s->asked >= 0 && gather_waits(&crew->process[s->asked])) {
		struct process *giver = &crew->process[s->asked];

		if (take(crew, giver, false, err))
			return err->code;
	}
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if ((int)i != s->asked && waits_for(p, WAITS_ASKED))
			gather_order(p, ORDER_GO);
		else if (waits_for(p, WAITS_LIMIT))
			lent |= lend(crew, p);
	}
	if (count(crew, pending) &&
		(count(crew, runs) < s->jobs || count(crew, has_none)))
		return start_pending(crew, err);
	if (s->asked >= 0 || lent)
		return OK;
	if (count(crew, busy)) {
		if (count(crew, has_none))
			ask_somebody(crew);
		return OK;
	}
	s->over = !count(crew, may_not) && !count(crew, pending);
	s->ended = true;
	end(crew, runs, crew->size);
	return OK;
}

int share_settle(struct crew *crew, struct err *err)
{
	struct share *s = &crew->share;

	if (!share_moves(crew) || !gather_waits(&crew->process[s->asked]))
		return OK;
	return take(crew, &crew->process[s->asked], true, err);
}

bool share_moves(const struct crew *crew)
{
	return crew->share.jobs && crew->share.asked >= 0;
}

bool share_outlives(struct crew *crew, struct process *p)
{
	struct channel *c = p->channel;
	struct share *s = &crew->share;
	struct err err;

	if (!s->jobs || c->changing || s->kills++ >= KILLS_MAX)
		return false;
	if (s->asked == p - crew->process && c->state == RUN_WAITING &&
		c->order == ORDER_NONE)
		return take(crew, p, true, &err) == OK;
	return true;
}
