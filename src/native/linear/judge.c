/* SPDX-License-Identifier: MIT */
/* judge.c - is there an order that explains what the operations returned?
 *
 * Asked at the end of each execution that has not failed otherwise.
 */
#include "native/fail.h"
#include "native/linear/operation.h"
#include "native/linear/serial.h"
#include "native/linear/traces.h"
#include "native/rt.h"
#include "native/threads/thread.h"

#include "linear/own.h"

#include <stdio.h>
#include <string.h>

enum {
	STEPS = 1 << 20, /* of specifications */
	CONFIGURATIONS = 8 << 20
};

static struct noted_history made;
/* What another execution of the trace notes. */
static struct operations elsewhere;

/* A thread that goes round a loop could go on, though nobody lets it. */
static bool waits(tid t)
{
	const struct pending *p = &rt.pending[t];
	enum op_waits what = (enum op_waits)op_info[p->kind].waits;

	return !p->spinning && what != WAITS_no && what != WAITS_change &&
	       what != WAITS_never;
}

/* What has not returned waits: the process ends only when nobody else can go
 * on; or it goes round a loop, and is pending.  Or it is used wrongly. */
static void settle(void)
{
	for (uint32_t i = 0; i < noted.ops; i++) {
		struct noted_op *op = &noted.op[i];
		const struct thread *t = thread_of((tid)op->thread);

		if (op->back != RANK_NEVER)
			continue;
		if (t->state != THREAD_LIVE || t->life != op->life)
			bug_of_thread(BUG_bad_operation, op->pc,
				(tid)op->thread,
				"'%s' never returns: its thread has ended",
				op->name);
		if (t == rt.self)
			bug_of_thread(BUG_bad_operation, op->pc,
				(tid)op->thread, "the process ends within '%s'",
				op->name);
		undo_save(op, sizeof *op);
		op->end = waits(t->id) ? LINEAR_BLOCKED : LINEAR_PENDING;
	}
}

static void without_specification(void)
{
	for (uint32_t i = 0; i < noted.ops && !own_used(); i++)
		if (!noted.object[noted.op[i].object].spec[0])
			caveat(CAVEAT_operations_unspecified, "'%s'",
				noted.op[i].name);
}

/* Whose return has no place, or who should not have to wait. */
static uint32_t culprit(const struct linear_verdict *v)
{
	if (v->wrong != UINT32_MAX)
		return v->wrong;
	for (size_t i = 0; i < v->cores; i++)
		if (made.op[v->core[i]].end == LINEAR_BLOCKED)
			return v->core[i];
	return v->core[0];
}

/* "a queue" */
static const char *said_by(
	const struct operations *n, const struct noted_op *op)
{
	static char text[NOTED_NAME + 2];
	const char *spec = n->object[op->object].spec;

	if (!spec[0])
		return OWN_SAYS;
	snprintf(text, sizeof text, "a %s", spec);
	return text;
}

/* It may be explained by what is not in the tree; or by the same block at
 * another address. */
void judge_gives_up(void)
{
	const struct own_set *own = own_used();

	caveat(CAVEAT_operations_unjudged, "%u operations%s", noted.ops,
		own && !own->complete ? "; not all serial executions were made"
				      : "");
}

bool judge_unsure(const struct noted_history *h, const struct linear_verdict *v)
{
	const struct own_set *own = own_used();
	bool large = own_too_large();

	if (v->answer != LINEAR_WRONG || !own || !own_is(&h->object[v->object]))
		return false;
	if (large || !own->complete)
		return true;
	for (uint32_t i = 0;
		rt.channel->heap_now != HEAP_FRESH && i < h->values; i++)
		if (h->value[i]->kind == NOTED_POINTER && h->value[i]->number)
			return true;
	return false;
}

static void wrong(const struct operations *n, const struct linear_verdict *v)
	__attribute__((noreturn));
static void wrong(const struct operations *n, const struct linear_verdict *v)
{
	uint32_t which = culprit(v);
	const struct linear_op *is = &made.op[which];
	const struct noted_op *op = &n->op[is->id];
	const char *spec = said_by(n, op);
	char text[200];

	noted_say_operation(
		n, &made, which, op->end == LINEAR_RETURNED, text, sizeof text);
	rt.channel->operations = *n;
	bug_of_thread(BUG_not_linearizable, op->pc, (tid)op->thread,
		"no order of the calls explains T%u's %s%s, of %s%s",
		op->thread, text,
		op->end == LINEAR_BLOCKED ? ", which waits" : "", spec,
		rt.late ? " (for a clock outside: a store may become visible "
			  "after its operation has returned)"
			: "");
}

void operations_judge(void)
{
	const struct linear_limits limits = {STEPS, CONFIGURATIONS};
	struct linear_verdict v;
	char what[200];
	int which;

	if (likely(!noted.ops) || (noted.too_many && !serial))
		return;
	settle();
	if (serial) {
		serial_add();
		return;
	}
	without_specification();
	which = noted_history(&noted, &made, what, sizeof what);
	if (which >= 0)
		bug_of_thread(BUG_bad_operation, noted.op[which].pc,
			(tid)noted.op[which].thread, "%s", what);
	judge_room_empty();
	linear_check(
		&made.history, noted_condition(&made), LINEAR_ANY, &limits, &v);
	if (judge_unsure(&made, &v))
		v.answer = LINEAR_NO_STEPS;
	if (v.answer == LINEAR_WRONG)
		wrong(&noted, &v);
	if (v.answer != LINEAR_EXPLAINED || v.doubt)
		judge_gives_up();
	else if (!histories_explained(&made, &elsewhere, &limits, &v))
		wrong(&elsewhere, &v);
}
