/* SPDX-License-Identifier: MIT */
/* operations.c - the operations of an execution, in the words of a recorded
 * history
 */
#include "report/operations.h"

#include <stdlib.h>
#include <string.h>

#include "linear/made.h"
#include "report/picture.h"
#include "report/recorded.h"
#include "report/why.h"

enum {
	STEPS = 1 << 22,
	CONFIGURATIONS = 256 << 20
};

/* By their numbers in the execution: T1 is thread 1, values are in the order of
 * `made`. */
static bool take_names(struct recorded *r, const struct operations *from,
	const struct noted_history *made)
{
	char text[128];

	for (uint32_t i = 0; i < from->ops; i++)
		for (size_t t = r->threads.names; t <= from->op[i].thread;
			t++) {
			snprintf(text, sizeof text, "T%zu", t);
			if (recorded_name(&r->threads, text) < 0)
				return false;
		}
	for (uint32_t i = 0; i < from->objects; i++) {
		snprintf(text, sizeof text, "%u", i + 1);
		if (recorded_name(&r->objects, text) < 0)
			return false;
	}
	/* Equal texts would be one: a kind of their own before each. */
	for (uint32_t i = 0; i < made->values; i++) {
		noted_say(made, VALUE_TEXT + i, text, sizeof text);
		if (recorded_name(&r->texts, text) != i)
			return false;
	}
	return true;
}

static bool take_operations(struct recorded *r, const struct operations *from,
	const struct noted_history *made)
{
	size_t n = made->history.ops;

	r->history = made->history;
	r->history.op = calloc(n + 1, sizeof *r->history.op);
	r->object = calloc(from->objects + 1, sizeof *r->object);
	r->op = calloc(n + 1, sizeof *r->op);
	r->history.object = r->object;
	if (!r->history.op || !r->object || !r->op) {
		r->history.ops = 0;
		return false;
	}
	memcpy(r->history.op, made->op, n * sizeof *made->op);
	memcpy(r->object, made->object, from->objects * sizeof *made->object);
	for (size_t i = 0; i < n; i++) {
		r->op[i].name = strdup(from->op[made->op[i].id].name);
		if (!r->op[i].name)
			return false;
		r->history.op[i].id = (uint32_t)i;
	}
	return true;
}

bool operations_recorded(struct recorded *r, const struct channel *c)
{
	static struct noted_history made;
	char what[200];

	*r = (struct recorded){.as_is = true};
	if (!c->operations.ops || !noted_good(&c->operations) ||
		noted_history(&c->operations, &made, what, sizeof what) >= 0)
		return false;
	if (take_operations(r, &c->operations, &made) &&
		take_names(r, &c->operations, &made))
		return true;
	recorded_free(r);
	return false;
}

void operations_print(const struct channel *c, int width, FILE *out)
{
	const struct linear_limits limits = {STEPS, CONFIGURATIONS};
	enum linear_condition condition;
	struct linear_verdict v;
	struct recorded r;
	char why[600];

	if (!operations_recorded(&r, c))
		return;
	condition = LINEAR_LINEARIZABLE;
	for (size_t i = 0; i < r.history.objects; i++)
		if (r.object[i].spec && r.object[i].spec->pair)
			condition = LINEAR_SET;
	linear_check(&r.history, condition, LINEAR_ANY, &limits, &v);
	if (v.answer == LINEAR_WRONG) {
		fprintf(out, "\nthe operations that no order explains:\n");
		picture_print(&r, &v, width, out);
		why_say(&r, &v, condition, why, sizeof why);
		fprintf(out, "no order explains it: %s\n", why);
	}
	linear_verdict_free(&v);
	recorded_free(&r);
}

void operations_say(
	const struct channel *c, uint32_t op, bool back, char *out, size_t size)
{
	static struct noted_history made;
	const struct operations *n = &c->operations;
	char what[200];

	out[0] = '\0';
	if (op >= n->ops || !noted_good(n))
		return;
	snprintf(out, size, "%s", n->op[op].name);
	if (noted_history(n, &made, what, sizeof what) >= 0)
		return;
	for (size_t i = 0; i < made.history.ops; i++)
		if (made.op[i].id == op)
			noted_say_operation(n, &made, i, back, out, size);
}
