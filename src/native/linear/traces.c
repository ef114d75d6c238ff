/* SPDX-License-Identifier: MIT */
#include "native/linear/traces.h"
#include "native/coarse.h"
#include "native/fail.h"
#include "native/linear/operation.h"
#include "native/memory.h"
#include "native/races/shadow.h"
#include "native/rt.h"

/* After rt.h, which has names of its own. */
#include "linear/made.h"
#include "linear/possible.h"
#include "linear/spec.h"

#include <string.h>

enum {
	ORDERS_MOST = 1 << 16, /* of the operations of one object, or key */
	STEPS_KEPT = 1 << 16,  /* of an execution */
	KEPT = 8	       /* orders that explained something */
};

_Static_assert(POSSIBLE_EVENTS == 2 * NOTED_OPS, "a call and a return each");

bool histories_judged;

/* Steps of calls and returns, by operation. */
static struct {
	uint32_t call, back;
} step[NOTED_OPS];

struct explaining {
	uint16_t op[NOTED_OPS]; /* of the part */
	uint32_t ops;
};

/* A part is the operations of one object, or of one key of it: histories are
 * explained if all parts are, and so are the orders that there are. */
static struct judging {
	struct noted_history *made;
	const struct linear_limits *limits;
	uint32_t of[NOTED_OPS]; /* operations of the part, as made has them */
	uint32_t ops;
	uint16_t event[POSSIBLE_EVENTS]; /* index in that, twice; + 1: return */
	struct linear_verdict verdict;	 /* of the order that is asked of */
	struct linear_op op[NOTED_OPS];	 /* by their calls */
	uint32_t call[NOTED_OPS], back[NOTED_OPS]; /* ranks in this order */
	uint16_t order[POSSIBLE_EVENTS];
	struct explaining kept[KEPT];
	uint32_t keeps, next;
	bool unknown;
} now;

static struct possible possible;

void histories_init(void)
{
	const struct channel_config *config = &rt.channel->config;

	histories_judged =
		config->histories == HISTORIES_JUDGED &&
		config->task == TASK_CHECK && !config->audit && !rt.study &&
		!rt.filters && !config->binary && !config->points_fixed &&
		!(rt.channel->coarse_now & COARSE_HISTORIES) &&
		search_wants_footprints(rt.search) && search_orders(rt.search);
}

void histories_called(uint32_t op)
{
	undo_save(&step[op], sizeof step[op]);
	step[op].call = rt.world.step - 1;
	step[op].back = RANK_NEVER;
}

void histories_returned(uint32_t op)
{
	undo_save(&step[op], sizeof step[op]);
	step[op].back = rt.world.step - 1;
}

/* --- what comes before what -------------------------------------------------
 */

static bool told(uint32_t at, enum op kind)
{
	return at < search_told(rt.search) &&
	       search_kind(rt.search, at) == kind;
}

/* Does the search know all of them?  Not those in the middle of a transition.
 */
static bool known(void)
{
	for (uint32_t i = 0; i < noted.ops; i++)
		if (!told(step[i].call, OP_operation_call) ||
			(step[i].back != RANK_NEVER &&
				!told(step[i].back, OP_operation_end)))
			return false;
	return true;
}

static uint32_t step_of(uint32_t event)
{
	uint32_t op = now.made->op[now.of[event / 2]].id;

	return event & 1 ? step[op].back : step[op].call;
}

static void list_events(void)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < now.ops; i++)
		for (uint32_t k = 0; k < 2; k++) {
			uint16_t event = (uint16_t)(2 * i + k);
			uint32_t at = n;

			if (step_of(event) == RANK_NEVER)
				continue;
			for (; at &&
				step_of(now.event[at - 1]) > step_of(event);
				at--)
				now.event[at] = now.event[at - 1];
			now.event[at] = event;
			n++;
		}
	possible.events = n;
}

static void list_before(void)
{
	memset(possible.before, 0, sizeof possible.before);
	for (uint32_t i = 0; i < possible.events; i++) {
		possible.returns[i] = now.event[i] & 1;
		for (uint32_t j = 0; j < i; j++)
			if (search_before(rt.search, step_of(now.event[j]),
				    step_of(now.event[i])))
				possible_set(possible.before[i], j);
	}
}

/* --- one order --------------------------------------------------------------
 */

/* Has one that explained another history the real-time order of this one, too?
 */
static bool explains(const struct explaining *e)
{
	uint32_t latest = 0;

	for (uint32_t i = 0; i < e->ops; i++) {
		uint32_t op = e->op[i];

		if (now.back[op] < latest)
			return false;
		if (now.call[op] > latest)
			latest = now.call[op];
	}
	return true;
}

static void keep_order(const struct linear_verdict *v)
{
	struct explaining *e = &now.kept[now.next];

	for (size_t i = 0; i < v->ordered; i++)
		if (v->order[i] & LINEAR_WITH_NEXT)
			return; /* two that overlap are a step */
	e->ops = (uint32_t)v->ordered;
	for (uint32_t i = 0; i < e->ops; i++)
		e->op[i] = (uint16_t)now.op[v->order[i]].id;
	now.next = (now.next + 1) % KEPT;
	if (now.keeps < KEPT)
		now.keeps++;
}

static void rank(const uint16_t *order)
{
	for (uint32_t i = 0; i < now.ops; i++)
		now.back[i] = RANK_NEVER;
	for (uint32_t i = 0; i < possible.events; i++) {
		uint32_t event = now.event[order[i]];

		(event & 1 ? now.back : now.call)[event / 2] = i;
	}
}

/* In the order of their calls, as histories are. */
static void list_ops(const uint16_t *order)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < possible.events; i++) {
		uint32_t event = now.event[order[i]], op = event / 2;
		const struct linear_op *of;

		if (event & 1)
			continue;
		of = &now.made->op[now.of[op]];
		now.op[n] = *of;
		now.op[n].id = op;
		now.op[n].call = now.call[op];
		now.op[n].back = now.back[op];
		n++;
	}
}

static bool judge_order(void *self, const uint16_t *order)
{
	struct linear_history h = {
		now.op, now.ops, now.made->object, now.made->history.objects};
	struct linear_verdict *v = &now.verdict;

	(void)self;
	rank(order);
	for (uint32_t i = 0; i < now.keeps; i++)
		if (explains(&now.kept[i]))
			return true;
	list_ops(order);
	judge_room_empty();
	linear_check(&h, noted_condition(now.made), LINEAR_ANY, now.limits, v);
	if (v->answer == LINEAR_EXPLAINED && !v->doubt) {
		keep_order(v);
		return true;
	}
	now.unknown = v->answer != LINEAR_WRONG || v->doubt ||
		      judge_unsure(now.made, v);
	memcpy(now.order, order, possible.events * sizeof *order);
	return false;
}

/* --- an execution with that order -------------------------------------------
 */

static struct choice schedule[STEPS_KEPT];
static uint32_t place[STEPS_KEPT]; /* of each step in it */
static bool taken[STEPS_KEPT];
static uint32_t length;

static void take(uint32_t at)
{
	if (taken[at])
		return;
	taken[at] = true;
	place[at] = length;
	schedule[length++] = rt.channel->schedule[at];
}

/* First what comes before it in any order, in the order in which it was made.
 */
static void take_with_past(uint32_t at)
{
	for (uint32_t i = 0; i < at; i++)
		if (!taken[i] && search_before(rt.search, i, at))
			take(i);
	take(at);
}

static void make_schedule(void)
{
	uint32_t steps = rt.channel->schedule_length;

	length = 0;
	memset(taken, 0, steps * sizeof *taken);
	for (uint32_t i = 0; i < possible.events; i++)
		take_with_past(step_of(now.event[now.order[i]]));
	for (uint32_t i = 0; i < steps; i++)
		take(i);
}

/* How many calls and returns come before that step there? */
static uint32_t rank_of(uint32_t at)
{
	uint32_t n = 0;

	if (at == RANK_NEVER)
		return RANK_NEVER;
	for (uint32_t i = 0; i < noted.ops; i++) {
		n += place[step[i].call] < place[at];
		n += step[i].back != RANK_NEVER &&
		     place[step[i].back] < place[at];
	}
	return n;
}

static int by_call(const void *a, const void *b)
{
	const struct noted_op *x = a, *y = b;

	return x->call < y->call ? -1 : x->call > y->call;
}

/* What is noted in that execution. */
static void note_as(struct operations *as)
{
	*as = noted;
	for (uint32_t i = 0; i < as->ops; i++) {
		as->op[i].call = rank_of(step[i].call);
		as->op[i].back = rank_of(step[i].back);
	}
	linear_qsort(as->op, as->ops, sizeof *as->op, by_call);
}

/* --- all of them ------------------------------------------------------------
 */

static bool same_part(const struct linear_op *a, const struct linear_op *b)
{
	const struct linear_spec *spec = now.made->object[a->object].spec;

	return a->object == b->object &&
	       (!spec->by_key || a->argument[0] == b->argument[0]);
}

/* Those of which operation `first` is the first one; false: it is not. */
static bool take_part(uint32_t first)
{
	const struct linear_op *op = now.made->op;

	now.ops = 0;
	for (uint32_t i = 0; i < now.made->history.ops; i++) {
		if (!same_part(&op[i], &op[first]))
			continue;
		if (i < first)
			return false;
		now.of[now.ops++] = i;
	}
	return true;
}

/* Are all histories of the part explained?  *end says whether that is known. */
static bool part_explained(enum possible_end *end)
{
	now.keeps = now.next = 0;
	list_events();
	list_before();
	*end = possible_orders(&possible, ORDERS_MOST, judge_order, 0);
	return *end != POSSIBLE_ENOUGH;
}

/* False: as histories_explained(), with nothing made of it. */
static bool all_explained(void)
{
	enum possible_end end;

	for (uint32_t i = 0; i < now.made->history.ops; i++) {
		if (!take_part(i))
			continue;
		if (!part_explained(&end))
			return false;
		if (end == POSSIBLE_MOST) {
			coarse_histories();
			return true;
		}
	}
	return true;
}

bool histories_explained(struct noted_history *made, struct operations *as,
	const struct linear_limits *limits, struct linear_verdict *verdict)
{
	char what[200];

	if (!histories_judged || rt.trial)
		return true;
	/* A thread that went round in vain did so for what others had done by
	 * then (spin.h). */
	if (rt.channel->caveats[CAVEAT_fairness] ||
		rt.channel->schedule_length > STEPS_KEPT || !known()) {
		coarse_histories();
		return true;
	}
	/* Other orders of the trace may read something else there.  Mostly
	 * these are points of the next round. */
	if (races_at_no_point()) {
		if (!rt.points_grew && !points_left())
			coarse_histories();
		return true;
	}
	now.made = made;
	now.limits = limits;
	now.unknown = false;
	if (all_explained())
		return true;
	if (now.unknown) {
		judge_gives_up();
		return true;
	}
	make_schedule();
	note_as(as);
	judge_room_empty();
	if (noted_history(as, made, what, sizeof what) < 0)
		linear_check(&made->history, noted_condition(made), LINEAR_ANY,
			limits, verdict);
	else
		verdict->answer = LINEAR_NO_STEPS;
	if (verdict->answer != LINEAR_WRONG) { /* that is not to be */
		coarse_histories();
		return true;
	}
	bug_shows_in(schedule);
	return false;
}
