/* SPDX-License-Identifier: MIT */
/* why.c - the reasons that a few operations show by themselves
 *
 * Each looks at what is wrong and says its sentence, or nothing.  A sentence
 * claims no more than what it looked at: calls, returns and results.
 */
#include <string.h>

#include "report/why.h"

struct why {
	const struct recorded *r;
	const struct linear_verdict *v;
	enum linear_condition condition;
	char *out;
	size_t size;
};

static const struct linear_op *core(const struct why *w, size_t i)
{
	return &w->r->history.op[w->v->core[i]];
}

static const struct linear_spec *spec_of(
	const struct why *w, const struct linear_op *op)
{
	return w->r->history.object[op->object].spec;
}

/* What has a group of its own value: puts it in, or takes it out. */
static bool inserts(const struct why *w, const struct linear_op *op)
{
	return spec_of(w, op)->group && op->argument[0] != VALUE_NONE;
}

static bool takes(const struct why *w, const struct linear_op *op)
{
	return spec_of(w, op)->group && op->argument[0] == VALUE_NONE &&
	       op->end == LINEAR_RETURNED && op->result != VALUE_EMPTY;
}

static bool is_register(const struct why *w)
{
	return strcmp(spec_of(w, core(w, 0))->name, "register") == 0;
}

static const char *said(
	const struct why *w, const struct linear_op *op, char *out, size_t size)
{
	recorded_say(w->r, op->id, out, size);
	return out;
}

/* "T1's dequeue" */
static const char *whose(
	const struct why *w, const struct linear_op *op, char *out, size_t size)
{
	snprintf(out, size, "%.40s's %.40s", recorded_thread(w->r, op->thread),
		w->r->op[op->id].name);
	return out;
}

/* Somebody got what nobody in the whole history put in. */
static bool from_nowhere(const struct why *w)
{
	const struct linear_op *op = core(w, 0);
	char a[128], what[64];

	if (w->v->cores != 1 || !takes(w, op))
		return false;
	for (size_t i = 0; i < w->r->history.ops; i++) {
		const struct linear_op *other = &w->r->history.op[i];

		if (other->object == op->object && inserts(w, other) &&
			other->argument[0] == op->result)
			return false;
	}
	recorded_value(w->r, op->result, what, sizeof what);
	snprintf(w->out, w->size, "%s returned %s, which nobody had put there",
		whose(w, op, a, sizeof a), what);
	return true;
}

static bool taken_twice(const struct why *w)
{
	const struct linear_op *take[2] = {NULL, NULL};
	size_t n = 0, put = 0;
	char a[128], b[128], what[64];

	for (size_t i = 0; i < w->v->cores; i++) {
		put += inserts(w, core(w, i));
		if (takes(w, core(w, i)) && n < 2)
			take[n++] = core(w, i);
	}
	if (w->v->cores != 3 || n != 2 || put != 1 || is_register(w) ||
		take[0]->result != take[1]->result)
		return false;
	recorded_value(w->r, take[0]->result, what, sizeof what);
	snprintf(w->out, w->size,
		"%s was put there once, and both %s and %s returned it", what,
		whose(w, take[0], a, sizeof a), whose(w, take[1], b, sizeof b));
	return true;
}

/* Whoever put that there began when it had been taken. */
static bool too_early(const struct why *w)
{
	const struct linear_op *op = core(w, 0), *put = NULL;
	char a[128], b[128];

	if (w->v->cores != 1 || !takes(w, op))
		return false;
	for (size_t i = 0; i < w->r->history.ops; i++) {
		const struct linear_op *other = &w->r->history.op[i];

		if (other->object != op->object || !inserts(w, other) ||
			other->argument[0] != op->result)
			continue;
		if (put || !linear_before(op, other))
			return false;
		put = other;
	}
	if (!put)
		return false;
	snprintf(w->out, w->size, "%s was over before %s began",
		said(w, op, a, sizeof a), said(w, put, b, sizeof b));
	return true;
}

/* Nothing was found, although there was something. */
static bool not_empty(const struct why *w)
{
	const struct linear_op *put = NULL, *empty = NULL, *take = NULL;
	char a[128], b[128], what[64];

	for (size_t i = 0; i < w->v->cores; i++) {
		const struct linear_op *op = core(w, i);

		if (inserts(w, op))
			put = op;
		else if (takes(w, op))
			take = op;
		else if (op->end == LINEAR_RETURNED &&
			 op->result == VALUE_EMPTY)
			empty = op;
	}
	if (!put || !empty || is_register(w) ||
		w->v->cores != (take ? 3u : 2u) || !linear_before(put, empty) ||
		(take && (take->result != put->argument[0] ||
				 take->call < empty->back)))
		return false;
	recorded_value(w->r, put->argument[0], what, sizeof what);
	snprintf(w->out, w->size,
		"%s returned before %s began, and nobody took %s before that "
		"returned",
		said(w, put, a, sizeof a), whose(w, empty, b, sizeof b), what);
	return true;
}

/* Who took what was put there, in the whole history; NULL: nobody. */
static const struct linear_op *taken_later(
	const struct why *w, const struct linear_op *put)
{
	for (size_t i = 0; i < w->r->history.ops; i++) {
		const struct linear_op *op = &w->r->history.op[i];

		if (op->object == put->object && takes(w, op) &&
			op->result == put->argument[0])
			return op;
	}
	return NULL;
}

/* The queue's order: x was put in before y, which left first. */
static bool overtaken(const struct why *w)
{
	const struct linear_op *put[2] = {NULL, NULL}, *take[2] = {NULL, NULL};
	char a[128], b[128], x[64], y[64];
	size_t n = 0;

	if (strcmp(spec_of(w, core(w, 0))->name, "queue") != 0)
		return false;
	for (size_t i = 0; i < w->v->cores; i++)
		if (inserts(w, core(w, i)) && n < 2)
			put[n++] = core(w, i);
	if (n < 2 || !linear_before(put[0], put[1]))
		return false;
	for (size_t i = 0; i < w->v->cores; i++)
		for (size_t k = 0; k < 2; k++)
			if (takes(w, core(w, i)) &&
				core(w, i)->result == put[k]->argument[0])
				take[k] = core(w, i);
	if (!take[1] || w->v->cores != (take[0] ? 4u : 3u))
		return false;
	if (!take[0])
		take[0] = taken_later(w, put[0]);
	if (take[0] && !linear_before(take[1], take[0]))
		return false;
	recorded_value(w->r, put[0]->argument[0], x, sizeof x);
	recorded_value(w->r, put[1]->argument[0], y, sizeof y);
	snprintf(w->out, w->size, "%s returned before %s began, and %s %s",
		said(w, put[0], a, sizeof a), said(w, put[1], b, sizeof b), y,
		take[0] ? "was taken before" : "was taken, but never");
	snprintf(w->out + strlen(w->out), w->size - strlen(w->out), " %s", x);
	return true;
}

/* A read of what had been written over. */
static bool stale(const struct why *w)
{
	const struct linear_op *first = NULL, *second = NULL, *read = NULL;
	char a[128], b[128], what[64];

	if (w->v->cores != 3 || !is_register(w))
		return false;
	for (size_t i = 0; i < 3; i++) {
		const struct linear_op *op = core(w, i);

		if (takes(w, op))
			read = op;
		else if (!first)
			first = op;
		else
			second = op;
	}
	if (!read || !second || read->result != first->argument[0] ||
		!linear_before(first, second) || !linear_before(second, read))
		return false;
	recorded_value(w->r, read->result, what, sizeof what);
	snprintf(w->out, w->size, "%s returned %s, which %s had written over",
		whose(w, read, a, sizeof a), what,
		said(w, second, b, sizeof b));
	return true;
}

static void as_it_is(const struct why *w)
{
	static const char *const rules[LINEAR_CONDITIONS] = {
		[LINEAR_LINEARIZABLE] =
			"each takes effect at one moment between its call and "
			"its return",
		[LINEAR_SEQUENTIAL] = "those of a thread stay in its order",
		[LINEAR_QUIESCENT] = "those with a quiet moment between them "
				     "stay in their order",
		[LINEAR_SET] = "each, or two that overlap together, takes "
			       "effect at one moment between call and return",
	};
	char text[200];

	if (w->v->wrong == UINT32_MAX) {
		snprintf(w->out, w->size,
			"no order in which %s gives these results%s",
			rules[w->condition],
			w->condition == LINEAR_SEQUENTIAL
				? ""
				: ", with those waiting that wait");
		return;
	}
	recorded_say(w->r, w->v->wrong, text, sizeof text);
	snprintf(w->out, w->size, "no order in which %s has %.160s (marked *)",
		rules[w->condition], text);
}

void why_say(const struct recorded *r, const struct linear_verdict *v,
	enum linear_condition condition, char *out, size_t size)
{
	static bool (*const reasons[])(const struct why *) = {from_nowhere,
		taken_twice, too_early, not_empty, overtaken, stale};
	struct why w = {r, v, condition, out, size};

	/* Those of real time say nothing under the other conditions. */
	for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
		if ((i < 2 || condition == LINEAR_LINEARIZABLE ||
			    condition == LINEAR_SET) &&
			v->cores && reasons[i](&w))
			return;
	as_it_is(&w);
}
