/* SPDX-License-Identifier: MIT */
/* operations.c - the operations of an execution, in the words of a recorded
 * history
 */
#include "report/operations.h"
#include "report/operation.h"

#include <stdlib.h>
#include <string.h>

#include "linear/made.h"
#include "report/picture.h"
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

static bool operations_recorded(struct recorded *r, const struct channel *c)
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

bool operations_judged(const struct channel *c, struct judged *j)
{
	const struct linear_limits limits = {STEPS, CONFIGURATIONS};
	enum linear_condition condition = LINEAR_LINEARIZABLE;

	if (!operations_recorded(&j->r, c))
		return false;
	for (size_t i = 0; i < j->r.history.objects; i++)
		if (j->r.object[i].spec && j->r.object[i].spec->pair)
			condition = LINEAR_SET;
	linear_check(
		&j->r.history, condition, LINEAR_ANY, &limits, &j->verdict);
	if (j->verdict.answer == LINEAR_WRONG) {
		why_say(&j->r, &j->verdict, condition, j->why, sizeof j->why);
		return true;
	}
	judged_free(j);
	return false;
}

void judged_free(struct judged *j)
{
	linear_verdict_free(&j->verdict);
	recorded_free(&j->r);
}

void operations_print(const struct channel *c, int width, FILE *out)
{
	struct judged j;

	if (!operations_judged(c, &j))
		return;
	fprintf(out, "\nthe operations that no order explains:\n");
	picture_print(&j.r, &j.verdict, width, out);
	fprintf(out, "%s%s\n",
		strncmp(j.why, "no order ", 9) == 0 ? ""
						    : "no order explains it: ",
		j.why);
	judged_free(&j);
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

void operations_svg(const struct channel *c, FILE *out)
{
	struct judged j;

	if (!operations_judged(c, &j))
		return;
	picture_svg(&j.r, &j.verdict, j.why, out);
	judged_free(&j);
}
