/* SPDX-License-Identifier: MIT */
/* linear_test.c - the checkers beside brute force, on random histories
 *
 * linear_test [--histories N] [--seed S] [--large N]
 *
 * Each history is judged under each condition by brute force, by the general
 * search and with the fast ways; orders are checked, and what is said to be
 * wrong by itself is judged by brute force again.  --large N: as many histories
 * of hundreds of operations, fast against general.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"
#include "chance.h"

struct count {
	uint64_t histories, right[LINEAR_CONDITIONS], wrong[LINEAR_CONDITIONS];
	uint64_t fast, fast_wrong, pending, blocked, small, beyond;
};

static struct linear_op op[2048];
static struct linear_object object[2];
static struct count count;

static const struct linear_limits limits = {0, (size_t)1 << 30};

static void print_value(value v)
{
	if (v == VALUE_NONE)
		printf(" -");
	else if (v == VALUE_EMPTY)
		printf(" empty");
	else if (v == VALUE_NO || v == VALUE_YES)
		printf(v == VALUE_YES ? " true" : " false");
	else
		printf(" %" PRId64, v);
}

static void print(const struct linear_history *h)
{
	for (size_t i = 0; i < h->ops; i++) {
		const struct linear_op *o = &h->op[i];

		printf("  %zu: thread %u object %u %s", i, o->thread, o->object,
			h->object[o->object].spec->names[o->name].name);
		print_value(o->argument[0]);
		print_value(o->argument[1]);
		printf(" ->");
		print_value(o->result);
		printf(" [%u, %d]%s\n", o->call, (int)o->back,
			o->end == LINEAR_BLOCKED   ? " blocked"
			: o->end == LINEAR_PENDING ? " pending"
						   : "");
	}
}

static void complain(const struct linear_history *h,
	enum linear_condition condition, uint64_t number, const char *what)
{
	printf("history %" PRIu64 ", %s, %s: %s\n", number,
		h->object[0].spec->name, linear_condition_name[condition],
		what);
	print(h);
	exit(1);
}

/* The operations of the verdict, with results as far as they are needed. */
static struct linear_history core_of(const struct linear_history *h,
	const struct linear_verdict *v, enum linear_condition condition,
	struct linear_op *room)
{
	struct linear_history core = *h;
	uint32_t until =
		v->wrong == UINT32_MAX ? RANK_NEVER : h->op[v->wrong].back;

	core.op = room;
	core.ops = 0;
	for (size_t i = 0; i < v->cores; i++) {
		struct linear_op o = h->op[v->core[i]];

		if (o.back > until && o.end == LINEAR_RETURNED &&
			condition != LINEAR_QUIESCENT) {
			o.end = LINEAR_PENDING;
			o.back = RANK_NEVER;
		}
		room[core.ops++] = o;
	}
	return core;
}

static value group_of(const struct linear_history *h, const struct linear_op *o)
{
	const struct linear_spec *spec = h->object[o->object].spec;

	return spec->group ? spec->group(o) : VALUE_NONE;
}

static bool same_piece(const struct linear_history *h,
	const struct linear_op *a, const struct linear_op *b)
{
	return a->object == b->object &&
	       (!h->object[a->object].spec->by_key ||
		       a->argument[0] == b->argument[0]);
}

/* Can operation x be missing from what is shown, and that is wrong for it? */
static bool may_be_missing(const struct linear_history *h,
	const struct linear_verdict *v, const struct linear_op *x)
{
	const struct linear_spec *spec = h->object[x->object].spec;
	value group = group_of(h, x);

	if (spec->pure(x) || x->end == LINEAR_BLOCKED ||
		(v->wrong != UINT32_MAX && x->call > h->op[v->wrong].back))
		return true;
	for (size_t k = 0; k < v->cores; k++) {
		const struct linear_op *o = &h->op[v->core[k]];

		if (o == x)
			return true;
		if (same_piece(h, o, x) &&
			(group == VALUE_NONE || group_of(h, o) == group))
			return false;
	}
	return true;
}

static bool is_closed(
	const struct linear_history *h, const struct linear_verdict *v)
{
	for (size_t i = 0; i < h->ops; i++) {
		bool there = false;

		for (size_t k = 0; k < v->cores; k++)
			there |= v->core[k] == i;
		if (!there && !may_be_missing(h, v, &h->op[i]))
			return false;
	}
	return true;
}

/* Without the return that has no place, there is an order. */
static bool is_shortest(const struct linear_history *h,
	const struct linear_verdict *v, enum linear_condition condition,
	struct linear_op *room)
{
	struct linear_history core = core_of(h, v, condition, room);

	if (v->wrong == UINT32_MAX || condition == LINEAR_QUIESCENT)
		return true;
	for (size_t i = 0; i < core.ops; i++)
		if (v->core[i] == v->wrong) {
			room[i].end = LINEAR_PENDING;
			room[i].back = RANK_NEVER;
		}
	return brute_explains(&core, condition);
}

static void judge(const struct linear_history *h, enum linear_condition c,
	enum linear_method method, bool right, uint64_t number)
{
	struct linear_verdict v;
	struct linear_op room[BRUTE_OPS];

	linear_check(h, c, method, &limits, &v);
	if (v.doubt)
		complain(h, c, number, "two ways disagree");
	if (v.answer != (right ? LINEAR_EXPLAINED : LINEAR_WRONG))
		complain(h, c, number,
			right ? "brute force has an order"
			      : "brute force has no order");
	if (right && !brute_accepts(h, c, v.order, v.ordered))
		complain(h, c, number, "the order explains nothing");
	if (!right) {
		struct linear_history core = core_of(h, &v, c, room);

		if (brute_explains(&core, c))
			complain(
				h, c, number, "what is shown can be explained");
		if (!is_closed(h, &v))
			complain(h, c, number, "something is missing");
		if (!is_shortest(h, &v, c, room))
			complain(h, c, number, "a shorter prefix is wrong");
		count.small += v.cores < h->ops;
	}
	if (method == LINEAR_ANY && c == LINEAR_LINEARIZABLE) {
		count.fast += v.fast > 0;
		count.fast_wrong += v.fast > 0 && !right;
	}
	linear_verdict_free(&v);
}

static const struct linear_spec *any_spec(struct rng *rng, bool fast)
{
	const struct linear_spec *spec;
	unsigned n = 0;

	while (linear_spec_at(n))
		n++;
	do
		spec = linear_spec_at(rng_below(rng, n));
	while (fast && !spec->fast);
	return spec;
}

static void one(uint64_t seed, uint64_t number)
{
	struct linear_history h = {op, 0, object, 0};
	struct rng rng;
	struct chance c = {0};

	rng_seed(&rng, seed, number);
	c.distinct = rng_below(&rng, 2);
	c.spec[0] = any_spec(&rng, c.distinct);
	c.spec[1] = any_spec(&rng, false);
	c.objects = 1 + !rng_below(&rng, 4);
	c.threads = 2 + rng_below(&rng, 3);
	c.ops = 1 + rng_below(&rng, c.objects == 1 ? 8 : 6);
	c.unfinished = rng_below(&rng, 2);
	chance_history(&h, &c, &rng);
	if (!h.ops)
		return;
	for (uint32_t n = rng_below(&rng, 3); n; n--)
		chance_change(&h, &rng);
	count.histories++;
	for (size_t i = 0; i < h.ops; i++) {
		count.pending += h.op[i].end == LINEAR_PENDING;
		count.blocked += h.op[i].end == LINEAR_BLOCKED;
	}
	for (int k = 0; k < LINEAR_CONDITIONS; k++) {
		bool right = brute_explains(&h, k);

		++*(right ? &count.right[k] : &count.wrong[k]);
		judge(&h, k, LINEAR_GENERAL, right, number);
		judge(&h, k, LINEAR_ANY, right, number);
	}
}

/* Too long for brute force. */
static void large(uint64_t seed, uint64_t number)
{
	static const struct linear_limits some = {2000000, (size_t)1 << 28};
	struct linear_history h = {op, 0, object, 0};
	struct linear_verdict a, b;
	struct rng rng;
	struct chance c = {.objects = 1, .distinct = true};

	rng_seed(&rng, seed, number);
	c.spec[0] = any_spec(&rng, true);
	c.threads = 2 + rng_below(&rng, 5);
	c.ops = 20 + rng_below(&rng, 280);
	chance_history(&h, &c, &rng);
	for (uint32_t n = rng_below(&rng, 3); n; n--)
		chance_change(&h, &rng);
	linear_check(&h, LINEAR_LINEARIZABLE, LINEAR_ANY, &some, &a);
	linear_check(&h, LINEAR_LINEARIZABLE, LINEAR_GENERAL, &some, &b);
	if (a.doubt || b.doubt)
		complain(&h, 0, number, "two ways disagree");
	if (a.answer == LINEAR_NO_STEPS || b.answer == LINEAR_NO_STEPS ||
		a.answer == LINEAR_NO_MEMORY || b.answer == LINEAR_NO_MEMORY)
		count.beyond++;
	else if (a.answer != b.answer)
		complain(&h, 0, number, "fast and general differ");
	count.histories++;
	count.fast += a.fast;
	++*(a.answer == LINEAR_WRONG ? &count.wrong[0] : &count.right[0]);
	linear_verdict_free(&a);
	linear_verdict_free(&b);
}

int main(int argc, char **argv)
{
	uint64_t histories = 20000, seed = 1, larges = 0;

	for (int i = 1; i + 1 < argc; i += 2) {
		uint64_t n = strtoull(argv[i + 1], NULL, 0);

		if (strcmp(argv[i], "--histories") == 0)
			histories = n;
		else if (strcmp(argv[i], "--seed") == 0)
			seed = n;
		else if (strcmp(argv[i], "--large") == 0)
			larges = n;
		else
			return 2;
	}
	for (uint64_t i = 0; i < histories && !larges; i++)
		one(seed, i);
	for (uint64_t i = 0; i < larges; i++)
		large(seed, i);
	printf("%" PRIu64 " histories: ", count.histories);
	for (int k = 0; k < LINEAR_CONDITIONS; k++)
		printf("%s %" PRIu64 " right %" PRIu64 " wrong, ",
			linear_condition_name[k], count.right[k],
			count.wrong[k]);
	printf("%" PRIu64 " without a search (%" PRIu64 " wrong), %" PRIu64
	       " pending, %" PRIu64 " blocked, %" PRIu64
	       " made smaller, %" PRIu64 " given up\n",
		count.fast, count.fast_wrong, count.pending, count.blocked,
		count.small, count.beyond);
	return 0;
}
