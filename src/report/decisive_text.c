/* SPDX-License-Identifier: MIT */
/* decisive_text.c - the steps whose order a failure takes, in words */
#include "report/decisive.h"

#include <string.h>

#include "report/compare.h"
#include "report/letters.h"
#include "report/words.h"

static bool part_of(const struct decisive *d, enum decisive_part part,
	const struct channel **c, struct item *item)
{
	*item = (struct item){0};
	if (d->note[part].there) {
		*c = d->fails;
		item->at = d->note[part].at;
		item->is_data = d->note[part].is_data;
		return true;
	}
	*c = d->passes;
	item->at = d->next;
	item->is_data = d->next_is_data;
	return part == DECISIVE_BEFORE && d->next_there;
}

/* One of execution n->c. */
static void name_step(
	struct names *n, const struct item *item, struct decisive_step *out)
{
	static const char *const does[DATA_KINDS] = {[DATA_READ] = "read",
		[DATA_WRITE] = "write",
		[DATA_ALLOCATE] = "allocation",
		[DATA_FREE] = "free"};
	const struct channel *c = n->c;
	const struct channel_stack *s = compare_stack(c, item);
	const struct trace_event *e = course_event(c, item);
	bool memory = !e || op_info[e->kind].told == TOLD_memory;

	n->now = e ? item->at : c->data[item->at].events;
	n->by = s->thread;
	out->thread = s->thread;
	out->at = names_frame(n, s->pc, s->frames);
	names_object(n, compare_place(c, item),
		!memory ? 0
		: e	? e->size
		: c->data[item->at].kind >= DATA_ALLOCATE
			? NAMES_BLOCK
			: c->data[item->at].size,
		out->object, sizeof out->object);
	snprintf(out->what, sizeof out->what, "%s",
		!e		      ? does[c->data[item->at].kind]
		: e->kind == OP_flush ? "late store"
				      : op_info[e->kind].text);
	if (e && !memory) {
		char on[128];

		words_object(n, e, on, sizeof on);
		snprintf(out->what, sizeof out->what, "%.60s%.130s",
			op_info[e->kind].text, on);
	}
}

/* A step of the execution that passes has its locals in the frames of that one.
 */
bool decisive_step(struct names *n, const struct decisive *d,
	enum decisive_part part, struct decisive_step *out)
{
	const struct channel *own = n->c, *c;
	uint32_t now = n->now;
	tid by = n->by;
	struct item item;

	memset(out, 0, sizeof *out);
	if (!part_of(d, part, &c, &item))
		return false;
	letters_give(n);
	n->c = c;
	name_step(n, &item, out);
	n->c = own;
	n->now = now;
	n->by = by;
	return true;
}

static bool is_memory(const struct decisive *d, enum decisive_part part)
{
	const struct channel *c;
	const struct trace_event *e;
	struct item item;

	if (!part_of(d, part, &c, &item))
		return false;
	e = course_event(c, &item);
	return !e || op_info[e->kind].told == TOLD_memory;
}

/* "T1's write of count (a.c:12)" */
static void say(struct names *n, const struct decisive *d,
	enum decisive_part part, bool object, char *out, size_t size)
{
	struct decisive_step s;
	char where[160];

	out[0] = '\0';
	if (!decisive_step(n, d, part, &s))
		return;
	names_frame_where(s.at, where, sizeof where);
	object = object && is_memory(d, part);
	snprintf(out, size, "%s's %.120s%s%.120s (%.120s)",
		names_thread(s.thread), s.what, object ? " of " : "",
		object ? s.object : "", where);
}

/* "T2's read of a (a.c:12) comes before T1's write (a.c:9)" */
static void say_pairs(
	struct names *n, const struct decisive *d, char *out, size_t size)
{
	char step[420], after[420], before[420], beside[420];

	say(n, d, DECISIVE_STEP, true, step, sizeof step);
	say(n, d, DECISIVE_BEFORE, false, before, sizeof before);
	say(n, d, DECISIVE_AFTER, d->circle, after, sizeof after);
	say(n, d, DECISIVE_BESIDE, !d->circle, beside, sizeof beside);
	if (d->circle)
		snprintf(out, size,
			"It fails because %s comes before %s, and %s before "
			"%s.",
			step, before, after, beside);
	else
		snprintf(out, size,
			"It fails because %s comes before %s, though %s came "
			"after %s.",
			step, before, beside, after);
}

void decisive_text(
	struct names *n, const struct decisive *d, char *out, size_t size)
{
	char step[420], after[420], before[420];

	if (d->note[DECISIVE_BESIDE].there) {
		say_pairs(n, d, out, size);
		return;
	}
	say(n, d, DECISIVE_STEP, true, step, sizeof step);
	say(n, d, DECISIVE_AFTER, false, after, sizeof after);
	say(n, d, DECISIVE_BEFORE, false, before, sizeof before);
	if (after[0])
		snprintf(out, size,
			"It fails because %s comes between %s and %s.", step,
			after, before);
	else
		snprintf(out, size, "It fails because %s comes before %s.",
			step, before);
}
