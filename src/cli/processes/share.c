/* SPDX-License-Identifier: MIT */
#include "cli/processes/share.h"

#include <stdlib.h>
#include <string.h>

#include "cli/processes/crew.h"
#include "cli/processes/post.h"
#include "cli/processes/regroup.h"
#include "cli/processes/threads.h"

enum {
	KILLS_MAX = 3,
	PART_MAX = SAVED_BYTES / 2,
	REST_MS = 20, /* between two parts of one process */
};

static bool busy(const struct process *p)
{
	return p->pid && !gather_waits(p);
}

/* A part that no process has. */
static bool pending(const struct process *p)
{
	return !p->pid && p->channel->saved && !p->channel->idle &&
	       p->channel->state == RUN_NOT_STARTED;
}

/* ... and that there is something to do with. */
static bool ready(const struct process *p)
{
	return pending(p) && (!p->channel->held || post_wakes(p->channel));
}

static bool has_none(const struct process *p)
{
	return gather_waits_for(p, WAITS_IDLE);
}

static bool may_not(const struct process *p)
{
	return gather_waits_for(p, WAITS_LIMIT);
}

/* Something is left to be explored by a process that is no more. */
static bool left_off(const struct process *p)
{
	return !p->pid && !p->channel->idle && !pending(p);
}

static bool runs(const struct process *p)
{
	return p->pid != 0;
}

static unsigned count(
	const struct crew *crew, bool (*is)(const struct process *p))
{
	unsigned n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		n += is(&crew->process[i]);
	return n;
}

static uint64_t spare(const struct channel *c)
{
	uint64_t made = search_made(&c->count);
	uint64_t most = c->config.search.executions_max;

	return !c->config.limited ? UINT64_MAX : most > made ? most - made : 0;
}

bool share_waits(const struct crew *crew)
{
	const struct share *s = &crew->share;

	return s->jobs && !s->ended &&
	       (s->asked >= 0 || s->regroup || count(crew, busy) < s->jobs);
}

bool share_found_enough(const struct crew *crew)
{
	return crew->share.jobs && crew->stop_after &&
	       crew_distinct_bugs(crew) >= crew->stop_after;
}

/* ---- the beginning */

int share_begin(struct crew *crew, struct err *err)
{
	crew->share.asked = -1;
	if (threads_fill(crew->share.threads, crew, err) ||
		post_begin(crew, err) || regroup_begin(crew, err))
		return err->code;
	/* Parts that were left are started as there is room for them. */
	return share_is_left(crew)
		       ? OK
		       : process_start(&crew->process[0], crew->target, err);
}

/* ---- handing over */

/* As the giver is, for who was not there when the round began. */
static void like(struct channel *c, const struct channel *giver)
{
	c->points = c->points_now = giver->points_now;
	memcpy(c->point, giver->point, c->points * sizeof c->point[0]);
	c->exits = c->exits_now = giver->exits_now;
	c->coarse = c->coarse_now = giver->coarse_now;
	c->rounds = giver->rounds;
}

/* Has room for a part: its last one is done, and the owner of that knows. */
static bool free_for_more(const struct process *p)
{
	return p->channel->idle && post_empty(p->channel);
}

/* Who waits for one. */
static struct process *taker(const struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (has_none(p) && free_for_more(p) && spare(p->channel))
			return p;
	}
	return NULL;
}

/* A channel without a process. */
static struct process *place(struct crew *crew, struct err *err)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (!p->pid && free_for_more(p))
			return p;
	}
	if (crew->size == crew->share.room) {
		fail(err, ERR_UNSUPPORTED,
			"the search is in more than %u parts; leave out "
			"'-j'" SC(502),
			crew->share.room);
		return NULL;
	}
	if (crew->share.more(crew->arg, crew, err))
		return NULL;
	crew->process[crew->size - 1].channel->config.search.executions_max = 0;
	return &crew->process[crew->size - 1];
}

static bool may_borrow(const struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++) {
		const struct process *p = &crew->process[i];

		if (!busy(p) && !pending(p) && spare(p->channel))
			return true;
	}
	return false;
}

/* Whoever has an answer to ORDER_SPLIT to be taken has a place for it. */
static bool can_take(const struct crew *crew)
{
	return crew->size < crew->share.room &&
	       (taker(crew) || may_borrow(crew));
}

static void wake(struct crew *crew, struct process *p, enum order order)
{
	crew->share.woken = true;
	gather_order(p, order);
}

/* For tests: SCARP_REST=MS. */
static uint64_t later_ns(void)
{
	const char *ms = getenv("SCARP_REST");

	return clock_ns() +
	       (ms ? strtoull(ms, NULL, 10) : REST_MS) * 1000000ull;
}

/* The one that was asked has answered. */
static int take(struct crew *crew, struct process *giver, bool stopping,
	struct err *err)
{
	struct channel *c = giver->channel, *to;
	struct process *p;

	crew->share.asked = -1;
	giver->rest_ns = later_ns();
	if (c->saved_length == 0)
		return OK;
	if (c->saved_length > PART_MAX)
		return fail(err, ERR_FORMAT,
			"the channel is damaged: a part of %llu bytes" SC(508),
			(unsigned long long)c->saved_length);
	p = stopping ? NULL : taker(crew);
	if (!p)
		p = place(crew, err);
	if (!p)
		return err->code;
	to = p->channel;
	p->rest_ns = giver->rest_ns;
	memcpy(to->saved_search, c->saved_search, c->saved_length);
	to->saved_length = c->saved_length;
	to->owner =
		crew->share.tells ? (uint32_t)(giver - crew->process) + 1 : 0;
	to->idle = 0; /* whatever becomes of its process */
	if (p->pid) {
		wake(crew, p, ORDER_LOAD);
	} else {
		like(to, c);
		to->saved = 1;
		to->held = 0;
		to->state = RUN_NOT_STARTED;
	}
	c->saved_length = 0;
	return OK;
}

static bool can_be_asked(const struct process *p, uint64_t now)
{
	return busy(p) && p->channel->order == ORDER_NONE &&
	       p->channel->state >= RUN_EXECUTION && now >= p->rest_ns;
}

static void ask_somebody(struct crew *crew)
{
	struct share *s = &crew->share;
	uint64_t now = clock_ns();

	for (unsigned n = 0; n < crew->size; n++) {
		unsigned i = s->next++ % crew->size;
		struct process *p = &crew->process[i];

		if (!can_be_asked(p, now))
			continue;
		s->asked = (int)i;
		gather_order(p, ORDER_SPLIT);
		return;
	}
}

/* Those with nothing to do have executions left for those that may not go on;
 * so has a part that waits to be told something, which only these can. */
static bool lend(struct crew *crew, struct process *to)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];
		uint64_t left;

		if (busy(p) || ready(p) || p == to || !p->channel)
			continue;
		left = spare(p->channel);
		if (!left || may_not(p))
			continue;
		p->channel->config.search.executions_max -= left;
		to->channel->config.search.executions_max += left;
		return true;
	}
	return false;
}

/* ---- who runs */

bool share_is_left(const struct crew *crew)
{
	return crew->share.jobs && !crew->share.ended && count(crew, pending);
}

static bool can_go_on(struct crew *crew, struct process *p)
{
	if (gather_waits_for(p, WAITS_PARTS))
		return post_wakes(p->channel);
	return may_not(p) && lend(crew, p);
}

/* As many as there may be: first those that have begun, whose parts are the
 * larger ones. */
static int fill(struct crew *crew, struct err *err)
{
	unsigned running = count(crew, busy);

	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (running < crew->share.jobs && can_go_on(crew, p)) {
			wake(crew, p, ORDER_GO);
			running++;
		}
	}
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (running >= crew->share.jobs || !ready(p))
			continue;
		p->channel->config.resume = RESUME_SAVED;
		p->channel->order = ORDER_NONE;
		if (process_start(p, crew->target, err))
			return err->code;
		crew->share.woken = true;
		running++;
	}
	return OK;
}

static bool waits_in_vain(const struct process *p)
{
	return pending(p) || gather_waits_for(p, WAITS_PARTS) ||
	       !post_empty(p->channel);
}

/* Nobody does anything. */
static int end(struct crew *crew, struct err *err)
{
	struct share *s = &crew->share;
	bool cut = count(crew, may_not) || count(crew, left_off);

	if (!cut && count(crew, waits_in_vain)) {
		crew->fault = true;
		return fail(err, ERR_IO,
			"fault in scarp: the parts of the search wait for each "
			"other" SC(508));
	}
	s->over = !cut;
	s->ended = true;
	for (unsigned i = 0; i < crew->size; i++)
		if (runs(&crew->process[i]))
			gather_order(&crew->process[i], ORDER_END);
	return OK;
}

int share_tick(struct crew *crew, struct err *err)
{
	struct share *s = &crew->share;
	/* Then what they have found and said is all there, unless we wake
	 * somebody. */
	bool still = !count(crew, busy);

	if (!s->jobs || s->ended)
		return OK;
	err->code = OK;
	s->woken = false;
	if (regroup_tick(crew, err))
		return err->code;
	if (s->asked >= 0 && gather_waits(&crew->process[s->asked]) &&
		take(crew, &crew->process[s->asked], false, err))
		return err->code;
	if (post_tick(crew, err))
		return err->code;
	for (unsigned i = 0; i < crew->size; i++)
		if ((int)i != s->asked &&
			gather_waits_for(&crew->process[i], WAITS_ASKED))
			wake(crew, &crew->process[i], ORDER_GO);
	if (fill(crew, err))
		return err->code;
	if (still && !s->woken)
		return end(crew, err);
	if (s->asked < 0 && count(crew, busy) < s->jobs &&
		!count(crew, ready) && can_take(crew))
		ask_somebody(crew);
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
