/* SPDX-License-Identifier: MIT */
/* rff.c - fuzzing who reads from whom
 *
 * Wolff, Shi, Duck, Mathur and Roychoudhury, "Greybox Fuzzing for Concurrency
 * Testing", ASPLOS 2024.  An *abstract schedule* is a few rules: at that object
 * this operation of the program's text meets what that one has left, or does
 * not.  An execution follows them as far as it can: who would break one waits,
 * unless all would; who of the others is next say random priorities
 * (priorities.h).  The rules of an execution that showed a pair (who met what
 * whom had left) that none before had are kept; each execution takes some that
 * were kept, those first that were taken least often, and changes one rule: one
 * more, one less, another one, or the opposite.
 *
 * Nothing is promised.  What is a pair: coverage.h.
 *
 * Memory   of fixed size: the first objects, operations and pairs of a test;
 *          of others nothing is known.
 * Cost     O(threads) at each step; with rules, their number times that.
 */
#include "search/strategy/rff.h"

#include "base/hash.h"
#include "search/depend.h"
#include "search/strategy/priorities.h"
#include "search/strategy/seldom.h"

#include <string.h>

enum {
	CORPUS = 128,
	EVENTS = 256,
	PAIRS = 1 << 12,
	PLACES = 1 << 9,
	PATIENCE = 1000 /* choices */
};

struct plan {
	struct rff_rule rule[RFF_RULES];
	uint32_t rules, taken;
};

struct event {
	uint64_t object, code;
	bool meets, changes;
};

struct rff {
	struct rng rng;
	uint64_t seed;

	struct plan corpus[CORPUS]; /* the first one has no rules */
	uint32_t kept;
	struct event event[EVENTS];
	uint32_t events;
	uint16_t slot[2 * EVENTS]; /* by hash: event + 1 */
	uint64_t pair[PAIRS];	   /* those that were seen; 0: free */
	uint32_t pairs;

	/* Of the current execution. */
	struct priorities priorities;
	uint32_t seldom;
	struct plan plan;
	uint64_t left[RFF_RULES]; /* at the rule's object, by whom */
	bool done[RFF_RULES];
	bool fresh;
	uint32_t stamp, places;
	struct {
		uint64_t object, left;
		uint32_t stamp;
	} place[PLACES];
	uint32_t waited; /* choices in which somebody was kept */
	bool waits[THREADS_MAX];
};

static void *create(const struct search_config *config, struct region *region)
{
	struct rff *r = region_take(region, sizeof *r);

	if (!r)
		return NULL;
	r->seed = config->seed;
	r->kept = 1;
	return r;
}

uint64_t rff_code(const struct pending *p)
{
	return hash_mix(p->pc ^ (uint64_t)p->kind << 56) | 1;
}

uint32_t rff_corpus(const void *self)
{
	const struct rff *r = self;

	return r->kept;
}

static bool meets(uint8_t kind)
{
	return op_info[kind].order != ORDER_stores;
}

/* --- abstract schedules */

/* Any operation that meets something, and any that changes that: or nobody. */
static bool draw_rule(struct rff *r, struct rff_rule *out)
{
	const struct event *reader = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->events; i++)
		if (r->event[i].meets && rng_below(&r->rng, ++n) == 0)
			reader = &r->event[i];
	if (!reader)
		return false;
	*out = (struct rff_rule){
		.object = reader->object, .reader = reader->code};
	n = 1;
	for (uint32_t i = 0; i < r->events; i++)
		if (r->event[i].changes && r->event[i].object == out->object &&
			rng_below(&r->rng, ++n) == 0)
			out->writer = r->event[i].code;
	out->never = rng_below(&r->rng, 3) == 0;
	return true;
}

static void mutate(struct rff *r, struct plan *p)
{
	enum {
		MORE,
		LESS,
		OTHER,
		OPPOSITE,
		WAYS
	} how = p->rules ? rng_below(&r->rng, WAYS) : MORE;
	uint32_t at = p->rules ? rng_below(&r->rng, p->rules) : 0;

	switch (how) {
	case MORE:
		if (p->rules < RFF_RULES && draw_rule(r, &p->rule[p->rules]))
			p->rules++;
		break;
	case LESS:
		p->rule[at] = p->rule[--p->rules];
		break;
	case OTHER:
		draw_rule(r, &p->rule[at]);
		break;
	default:
		p->rule[at].never = !p->rule[at].never;
	}
}

/* Of any two the one that was taken less often. */
static struct plan *take(struct rff *r)
{
	struct plan *a = &r->corpus[rng_below(&r->rng, r->kept)];
	struct plan *b = &r->corpus[rng_below(&r->rng, r->kept)];
	struct plan *p = a->taken <= b->taken ? a : b;

	p->taken++;
	return p;
}

static void plan_begin(struct rff *r)
{
	memset(r->left, 0, sizeof r->left);
	memset(r->done, 0, sizeof r->done);
}

void rff_plan(void *self, const struct rff_rule *rule, uint32_t rules)
{
	struct rff *r = self;

	if (rules)
		memcpy(r->plan.rule, rule, rules * sizeof *rule);
	r->plan.rules = rules;
	plan_begin(r);
}

static struct start begin(void *self, uint64_t index)
{
	struct rff *r = self;

	rng_seed(&r->rng, r->seed, index);
	r->seldom = r->places = r->waited = 0;
	r->fresh = false;
	if (++r->stamp == 0) {
		memset(r->place, 0, sizeof r->place);
		r->stamp = 1;
	}
	priorities_begin(&r->priorities);
	r->plan = *take(r);
	mutate(r, &r->plan);
	plan_begin(r);
	return (struct start){.prefix = NULL};
}

/* --- following them */

/* Would it break a rule? */
static bool breaks(const struct rff *r, const struct pending *p)
{
	uint64_t code = 0;

	for (uint32_t i = 0; i < r->plan.rules; i++) {
		const struct rff_rule *rule = &r->plan.rule[i];
		bool there = r->left[i] == rule->writer;

		if (rule->object != p->object || (r->done[i] && !rule->never))
			continue;
		if (!code)
			code = rff_code(p);
		if (code == rule->reader) {
			if (there == rule->never)
				return true;
		} else if (there && !rule->never &&
			   kind_changes(p->kind, false)) {
			return true; /* before it was met */
		}
	}
	return false;
}

static void follow(struct rff *r, const struct pending *p, uint64_t code)
{
	for (uint32_t i = 0; i < r->plan.rules; i++) {
		const struct rff_rule *rule = &r->plan.rule[i];

		if (rule->object != p->object)
			continue;
		if (code == rule->reader && r->left[i] == rule->writer)
			r->done[i] = true;
		if (kind_changes(p->kind, false))
			r->left[i] = code;
	}
}

/* --- what an execution shows */

static void know(struct rff *r, const struct pending *p, uint64_t code)
{
	uint32_t i = (uint32_t)hash_mix(p->object ^ code) % (2 * EVENTS);

	for (; r->slot[i]; i = (i + 1) % (2 * EVENTS)) {
		const struct event *e = &r->event[r->slot[i] - 1];

		if (e->code == code && e->object == p->object)
			return;
	}
	if (r->events == EVENTS)
		return;
	r->event[r->events++] = (struct event){.object = p->object,
		.code = code,
		.meets = meets(p->kind),
		.changes = kind_changes(p->kind, false)};
	r->slot[i] = (uint16_t)r->events;
}

/* True: it was not seen before. */
static bool see(struct rff *r, const struct pending *p, uint64_t pair)
{
	uint32_t i = (uint32_t)pair % PAIRS;

	for (; r->pair[i]; i = (i + 1) % PAIRS)
		if (r->pair[i] == pair)
			return false;
	if (r->pairs == PAIRS / 4 * 3)
		return false;
	r->pairs++;
	r->pair[i] = pair;
	return true;
}

static void meet(struct rff *r, const struct pending *p, uint64_t code)
{
	uint32_t i = (uint32_t)hash_mix(p->object) % PLACES;

	for (; r->place[i].stamp == r->stamp; i = (i + 1) % PLACES)
		if (r->place[i].object == p->object)
			break;
	if (r->place[i].stamp != r->stamp) {
		if (r->places == PLACES / 4 * 3)
			return;
		r->places++;
		r->place[i].object = p->object;
		r->place[i].left = 0;
		r->place[i].stamp = r->stamp;
	}
	if (meets(p->kind))
		r->fresh |= see(r, p, hash_mix(r->place[i].left ^ code << 1));
	if (kind_changes(p->kind, false))
		r->place[i].left = code;
}

/* Whom a rule keeps; nobody, once that took too long: what it waits for may
 * only come when they go on. */
static const bool *who_waits(struct rff *r, const struct view *view)
{
	bool any = false;

	if (r->waited == PATIENCE)
		return NULL;
	for (tid t = 0; t < view->threads; t++) {
		r->waits[t] = enabled(&view->thread[t]) &&
			      breaks(r, &view->thread[t]);
		any |= r->waits[t];
	}
	r->waited += any;
	return r->waits;
}

static struct choice choose(void *self, const struct view *view)
{
	struct rff *r = self;
	const struct pending *made;
	struct choice c = {0};

	c.thread = priorities_highest(&r->priorities, &r->rng, view,
		r->plan.rules && view->enabled > 1 ? who_waits(r, view) : NULL);
	made = &view->thread[c.thread];
	if (may_fail(made))
		c.alternative = seldom_fails(&r->rng, &r->seldom);
	else
		c.alternative = offered(made,
			made->offers == 1 ? 0
					  : rng_below(&r->rng, made->offers));
	priorities_made(&r->priorities, view, c.thread);
	if (made->object) {
		uint64_t code = rff_code(made);

		know(r, made, code);
		follow(r, made, code);
		meet(r, made, code);
	}
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct rff *r = self;

	if (!r->fresh || r->kept == CORPUS)
		return;
	r->plan.taken = 0;
	r->corpus[r->kept++] = r->plan;
}

const struct strategy strategy_rff = {
	.name = "rff",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
};
