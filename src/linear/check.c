/* SPDX-License-Identifier: MIT */
#include "linear/check.h"

#include <stdlib.h>
#include <string.h>

#include "linear/fast/fast.h"
#include "linear/interleave.h"
#include "linear/smaller.h"
#include "linear/witness.h"

const char *const linear_condition_name[LINEAR_CONDITIONS] = {
	[LINEAR_LINEARIZABLE] = "linearizability",
	[LINEAR_SEQUENTIAL] = "sequential",
	[LINEAR_QUIESCENT] = "quiescent",
	[LINEAR_SET] = "set",
};

const char *const linear_condition_word[LINEAR_CONDITIONS] = {
	[LINEAR_LINEARIZABLE] = "linearizable",
	[LINEAR_SEQUENTIAL] = "sequentially consistent",
	[LINEAR_QUIESCENT] = "quiescently consistent",
	[LINEAR_SET] = "set-linearizable",
};

enum {
	PATIENCE = 100000, /* steps for each attempt to make it smaller, */
	EFFORT = 10000000, /* and for all of them, with an operation as one */
};

/* Operations of one object, or key. */
struct piece {
	size_t from, ops; /* in check.op */
	uint32_t object;
	value key;
};

struct check {
	const struct linear_history *h;
	enum linear_condition condition;
	enum linear_method method;
	struct linear_limits limits;
	struct linear_verdict *verdict;
	struct linear_op *op; /* a copy by pieces; id: index in the history */
	struct piece *piece;
	size_t pieces;
	uint32_t *unit;
	bool *kept;
	struct linear_op *some; /* what is judged */
	struct linear_found found;
	uint64_t effort; /* that attempts took */
	size_t points;	 /* of what was explained */
	struct fast_place *point;
};

static const struct linear_spec *spec_of(const struct check *c, uint32_t object)
{
	return c->h->object[object].spec;
}

static value key_of(const struct check *c, const struct linear_op *op)
{
	return spec_of(c, op->object)->by_key ? op->argument[0] : VALUE_NONE;
}

/* --- pieces -----------------------------------------------------------------
 */

struct sorted {
	uint32_t object, call, op;
	value key;
};

static int by_piece(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->call < y->call ? -1 : x->call > y->call;
}

/* An object as it was as a whole, quiescence is not a matter of keys. */
static bool stretch_objects(struct check *c)
{
	size_t next;

	for (size_t i = 0; i < c->h->ops; i = next) {
		for (next = i + 1; next < c->h->ops &&
				   c->op[next].object == c->op[i].object;
			next++)
			;
		if (linear_rank(&c->op[i], next - i) == SIZE_MAX ||
			!linear_stretch(&c->op[i], next - i))
			return false;
	}
	return true;
}

static bool take_apart(struct check *c)
{
	struct sorted *sorted = calloc(c->h->ops + 1, sizeof *sorted);

	if (!sorted)
		return false;
	for (uint32_t i = 0; i < c->h->ops; i++) {
		const struct linear_op *op = &c->h->op[i];

		sorted[i] =
			(struct sorted){op->object, op->call, i, key_of(c, op)};
	}
	qsort(sorted, c->h->ops, sizeof *sorted, by_piece);
	for (size_t i = 0; i < c->h->ops; i++) {
		c->op[i] = c->h->op[sorted[i].op];
		c->op[i].id = sorted[i].op;
		if (!i || sorted[i].object != sorted[i - 1].object ||
			sorted[i].key != sorted[i - 1].key)
			c->piece[c->pieces++] = (struct piece){
				i, 0, sorted[i].object, sorted[i].key};
		c->piece[c->pieces - 1].ops++;
	}
	free(sorted);
	return c->condition != LINEAR_QUIESCENT || stretch_objects(c);
}

/* --- one piece --------------------------------------------------------------
 */

static struct linear_part part_of(
	const struct check *c, uint32_t object, size_t ops)
{
	return (struct linear_part){spec_of(c, object),
		c->h->object[object].initial, c->some, ops,
		c->condition == LINEAR_SET};
}

/* False: the fast way does not suit it, or there is none. */
static bool decide_fast(struct check *c, const struct linear_part *part,
	enum linear_answer *answer)
{
	struct linear_fast f = {
		part->op, part->ops, part->initial, c->found.order, 0};

	if (c->method == LINEAR_GENERAL || !part->spec->fast)
		return false;
	switch (part->spec->fast(&f)) {
	case FAST_YES:
		c->found.ordered = f.ordered;
		*answer = LINEAR_EXPLAINED;
		return true;
	case FAST_NO:
		*answer = LINEAR_WRONG;
		return true;
	default:
		return false;
	}
}

/* Of the first `ops` in c->some, whose ranks become dense. */
static enum linear_answer decide(struct check *c, uint32_t object, size_t ops,
	const struct linear_limits *limits, bool *fast)
{
	struct linear_part part = part_of(c, object, ops);
	enum linear_answer answer;

	*fast = false;
	if (linear_rank(c->some, ops) == SIZE_MAX)
		return LINEAR_NO_MEMORY;
	if (decide_fast(c, &part, &answer)) {
		*fast = true;
		if (answer == LINEAR_WRONG)
			return answer;
		switch (linear_witness(
			&part, c->found.order, c->found.ordered)) {
		case WITNESS_GOOD:
			return answer;
		case WITNESS_MEMORY:
			return LINEAR_NO_MEMORY;
		case WITNESS_BAD:
			c->verdict->doubt = true;
			*fast = false;
		}
	}
	if (c->method == LINEAR_FAST)
		return LINEAR_NO_STEPS;
	answer = linear_search(&part, limits, &c->found);
	if (answer == LINEAR_EXPLAINED &&
		linear_witness(&part, c->found.order, c->found.ordered) !=
			WITNESS_GOOD) {
		c->verdict->doubt = true;
		return LINEAR_NO_STEPS;
	}
	return answer;
}

/* What is left of it, for c->some; returns how many. */
static size_t select_some(
	struct check *c, const struct piece *p, const bool *kept)
{
	size_t n = 0;

	for (size_t i = 0; i < p->ops; i++)
		if (kept[i])
			c->some[n++] = c->op[p->from + i];
	return n;
}

struct attempt {
	struct check *c;
	const struct piece *piece;
};

static struct linear_limits patience(const struct check *c)
{
	return (struct linear_limits){PATIENCE, c->limits.memory};
}

static bool piece_still_wrong(void *context, const bool *kept)
{
	const struct attempt *a = context;
	struct linear_limits limits = patience(a->c);
	enum linear_answer answer;
	bool fast;
	size_t n = select_some(a->c, a->piece, kept);

	if (a->c->effort > EFFORT)
		return false;
	a->c->found.steps = 0;
	answer = decide(a->c, a->piece->object, n, &limits, &fast);
	a->c->effort += a->c->found.steps + n;
	return answer == LINEAR_WRONG;
}

/* --- what is wrong ----------------------------------------------------------
 */

static int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Those whose calls come after the return that has no place matter no more, and
 * who has not returned by then may be left out. */
static void cut(struct check *c, const struct piece *p, size_t n)
{
	uint32_t wrong = c->found.wrong;
	size_t at = 0;

	c->verdict->wrong = UINT32_MAX;
	if (wrong == RANK_NEVER)
		return;
	/* c->some holds what is kept, in its order, with dense ranks. */
	for (size_t i = 0; i < p->ops; i++) {
		struct linear_op *op = &c->op[p->from + i];

		if (!c->kept[i])
			continue;
		if (c->some[at].back == wrong)
			c->verdict->wrong = op->id;
		if (c->some[at].call > wrong || op->end == LINEAR_BLOCKED) {
			c->kept[i] = false;
		} else if (c->some[at].back > wrong &&
			   c->condition != LINEAR_QUIESCENT) {
			op->end = LINEAR_PENDING;
			op->back = RANK_NEVER;
		}
		if (++at == n)
			break;
	}
}

static void make_smaller(struct check *c, const struct piece *p, bool single)
{
	struct attempt a = {c, p};
	uint32_t units = linear_units(spec_of(c, p->object), &c->op[p->from],
		p->ops, single, 0, c->unit);

	linear_smaller(c->unit, p->ops, units, c->kept, piece_still_wrong, &a);
}

/* The general search, of what is kept. */
static enum linear_answer confirm(
	struct check *c, const struct piece *p, size_t *n)
{
	struct linear_part part;

	*n = select_some(c, p, c->kept);
	part = part_of(c, p->object, *n);
	if (linear_rank(c->some, *n) == SIZE_MAX)
		return LINEAR_NO_MEMORY;
	return linear_search(&part, &c->limits, &c->found);
}

static bool list_core(struct check *c, size_t from, size_t ops)
{
	struct linear_verdict *v = c->verdict;

	v->core = calloc(ops + 1, sizeof *v->core);
	for (size_t i = 0; v->core && i < ops; i++)
		if (c->kept[i])
			v->core[v->cores++] = c->op[from + i].id;
	if (v->core)
		qsort(v->core, v->cores, sizeof *v->core, by_number);
	return v->core;
}

/* Nothing explains piece p, says the fast way or the search. */
static enum linear_answer explain(
	struct check *c, const struct piece *p, bool fast)
{
	enum linear_answer answer = LINEAR_WRONG;
	size_t n = p->ops;

	memset(c->kept, true, p->ops);
	if (!fast)
		cut(c, p, n);
	make_smaller(c, p, false);
	make_smaller(c, p, true);
	c->found.steps = 0;
	answer = confirm(c, p, &n);
	if (answer == LINEAR_WRONG)
		cut(c, p, n);
	if (answer == LINEAR_EXPLAINED) {
		c->verdict->doubt = true;
		return LINEAR_NO_STEPS;
	}
	if (answer == LINEAR_WRONG && !list_core(c, p->from, p->ops))
		return LINEAR_NO_MEMORY;
	return answer;
}

/* --- an order of all --------------------------------------------------------
 */

/* Each piece's order, at the earliest moments; merged by these. */
static void keep_order(struct check *c, uint32_t piece)
{
	uint32_t latest = 0;

	for (size_t k = 0; k < c->found.ordered; k++) {
		uint32_t i = c->found.order[k] & ~LINEAR_WITH_NEXT;
		uint32_t flag = c->found.order[k] & LINEAR_WITH_NEXT;
		uint32_t id = c->some[i].id, call = c->h->op[id].call;

		if (flag && k + 1 < c->found.ordered) {
			uint32_t other = c->some[c->found.order[k + 1]].id;

			if (c->h->op[other].call > call)
				call = c->h->op[other].call;
		}
		if (call > latest)
			latest = call;
		c->point[c->points++] = (struct fast_place){
			latest, piece, (uint32_t)k, id | flag};
	}
}

static bool write_order(struct check *c)
{
	struct linear_verdict *v = c->verdict;
	struct linear_fast f = {
		.order = calloc(c->points + 1, sizeof *f.order)};
	struct fast_places places = {c->point, c->points};

	if (!f.order)
		return false;
	fast_finish(&f, &places);
	v->order = f.order;
	v->ordered = f.ordered;
	return true;
}

static enum linear_answer judge_pieces(struct check *c)
{
	struct linear_verdict *v = c->verdict;

	v->parts = c->pieces;
	for (uint32_t i = 0; i < c->pieces; i++) {
		const struct piece *p = &c->piece[i];
		struct linear_limits limits = c->limits;
		enum linear_answer answer;
		bool fast;

		v->object = p->object;
		v->key = p->key;
		if (limits.steps)
			limits.steps -= v->steps < limits.steps
						? v->steps
						: limits.steps - 1;
		memset(c->kept, true, p->ops);
		c->found.steps = 0;
		answer = decide(c, p->object, select_some(c, p, c->kept),
			&limits, &fast);
		v->steps += c->found.steps;
		v->fast += fast;
		if (answer == LINEAR_WRONG)
			return explain(c, p, fast);
		if (answer != LINEAR_EXPLAINED)
			return answer;
		keep_order(c, i);
	}
	return write_order(c) ? LINEAR_EXPLAINED : LINEAR_NO_MEMORY;
}

/* --- sequential consistency -------------------------------------------------
 */

static enum linear_answer decide_all(
	struct check *c, const bool *kept, const struct linear_limits *limits)
{
	uint32_t *piece = calloc(c->h->ops + 1, sizeof *piece);
	struct linear_object *object = calloc(c->pieces + 1, sizeof *object);
	struct linear_pieces all = {c->some, 0, piece, object, c->pieces};
	enum linear_answer answer = LINEAR_NO_MEMORY;

	for (uint32_t i = 0; piece && object && i < c->pieces; i++) {
		const struct piece *p = &c->piece[i];

		object[i] = c->h->object[p->object];
		for (size_t k = p->from; k < p->from + p->ops; k++) {
			if (!kept[k])
				continue;
			c->some[all.ops] = c->op[k];
			piece[all.ops++] = i;
		}
	}
	if (piece && object)
		answer = linear_interleave(&all, limits, &c->found);
	free(piece);
	free(object);
	return answer;
}

static bool all_still_wrong(void *context, const bool *kept)
{
	struct check *c = context;
	struct linear_limits limits = patience(c);
	enum linear_answer answer;

	if (c->effort > EFFORT)
		return false;
	c->found.steps = 0;
	answer = decide_all(c, kept, &limits);
	c->effort += c->found.steps + c->h->ops;
	return answer == LINEAR_WRONG;
}

/* Objects and keys first, then values, then what is pure. */
static void all_smaller(struct check *c)
{
	uint32_t units = 0;

	for (uint32_t i = 0; i < c->pieces; i++)
		for (size_t k = 0; k < c->piece[i].ops; k++)
			c->unit[c->piece[i].from + k] = i;
	linear_smaller(c->unit, c->h->ops, (uint32_t)c->pieces, c->kept,
		all_still_wrong, c);
	for (int single = 0; single <= 1; single++) {
		units = 0;
		for (size_t i = 0; i < c->pieces; i++) {
			const struct piece *p = &c->piece[i];

			units = linear_units(spec_of(c, p->object),
				&c->op[p->from], p->ops, single, units,
				&c->unit[p->from]);
		}
		linear_smaller(
			c->unit, c->h->ops, units, c->kept, all_still_wrong, c);
	}
}

/* What is linearizable is sequentially consistent, and found sooner. */
static bool are_linearizable(struct check *c)
{
	struct linear_limits limits = patience(c);

	for (uint32_t i = 0; i < c->pieces; i++) {
		const struct piece *p = &c->piece[i];
		bool fast;

		memset(c->kept, true, p->ops);
		if (decide(c, p->object, select_some(c, p, c->kept), &limits,
			    &fast) != LINEAR_EXPLAINED)
			return false;
		keep_order(c, i);
	}
	return true;
}

static enum linear_answer judge_together(struct check *c)
{
	struct linear_verdict *v = c->verdict;
	enum linear_answer answer;

	v->parts = 1;
	if (c->method != LINEAR_GENERAL && are_linearizable(c))
		return write_order(c) ? LINEAR_EXPLAINED : LINEAR_NO_MEMORY;
	c->points = 0;
	c->found.steps = 0;
	memset(c->kept, true, c->h->ops);
	answer = decide_all(c, c->kept, &c->limits);
	v->steps = c->found.steps;
	if (answer == LINEAR_EXPLAINED) {
		for (size_t k = 0; k < c->found.ordered; k++)
			c->point[c->points++] = (struct fast_place){(uint32_t)k,
				0, 0, c->some[c->found.order[k]].id};
		return write_order(c) ? answer : LINEAR_NO_MEMORY;
	}
	if (answer != LINEAR_WRONG)
		return answer;
	all_smaller(c);
	if (!list_core(c, 0, c->h->ops))
		return LINEAR_NO_MEMORY;
	v->object = c->h->op[v->core[0]].object;
	return answer;
}

void linear_check(const struct linear_history *h,
	enum linear_condition condition, enum linear_method method,
	const struct linear_limits *limits, struct linear_verdict *verdict)
{
	size_t n = h->ops + 1;
	struct check c = {.h = h,
		.condition = condition,
		.method = method,
		.limits = *limits,
		.verdict = verdict};

	*verdict = (struct linear_verdict){.answer = LINEAR_NO_MEMORY,
		.key = VALUE_NONE,
		.wrong = UINT32_MAX};
	c.op = calloc(n, sizeof *c.op);
	c.some = calloc(n, sizeof *c.some);
	c.piece = calloc(n, sizeof *c.piece);
	c.unit = calloc(n, sizeof *c.unit);
	c.kept = calloc(n, sizeof *c.kept);
	c.point = calloc(n, sizeof *c.point);
	c.found.order = calloc(n, sizeof *c.found.order);
	if (c.op && c.some && c.piece && c.unit && c.kept && c.point &&
		c.found.order && take_apart(&c))
		verdict->answer = condition == LINEAR_SEQUENTIAL
					  ? judge_together(&c)
					  : judge_pieces(&c);
	free(c.op);
	free(c.some);
	free(c.piece);
	free(c.unit);
	free(c.kept);
	free(c.point);
	free(c.found.order);
}

void linear_verdict_free(struct linear_verdict *verdict)
{
	free(verdict->order);
	free(verdict->core);
}
