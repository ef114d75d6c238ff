/* SPDX-License-Identifier: MIT */
#include "native/audit/solo.h"
#include "base/hash.h"
#include "native/audit/state.h"
#include "native/offers.h"
#include "native/output.h"
#include "native/rewinding/rewind.h"
#include "native/rewinding/trial.h"
#include "native/threads/fiber.h"

#include <stdlib.h>
#include <string.h>

enum {
	OPERATIONS = 5,
	ROUNDS = 3 /* at one point; but for the first, trials */
};

static uint32_t every, operations; /* N, K; every 0: off */

/* What there is beside the state of the test: state.h. */
struct image {
	struct state state;
	struct world world;
	uint32_t checkpoints;
	struct thread *self;
	uint32_t *clock;
	uint64_t locks;
	int64_t fuel;
	uint32_t watching;
	uint64_t stacks, threads;
	struct fpu fpu;
};

void solo_init(void)
{
	const char *text = getenv("SCARP_SOLO");
	char *end;

	if (!text || rt.channel->config.task != TASK_CHECK)
		return;
	every = (uint32_t)strtoul(text, &end, 10);
	operations = *end == ',' ? (uint32_t)strtoul(end + 1, 0, 10) : 0;
	if (!operations)
		operations = OPERATIONS;
	if (!every)
		return;
	rt.others_choose = 1;
	state_init();
}

static uint64_t sum_of(const void *p, size_t n)
{
	const uint64_t *word = p;
	uint64_t sum = n;

	for (size_t i = 0; i < n / 8; i++)
		sum = hash_mix(sum ^ word[i]);
	return sum;
}

/* Without its number, which the row keeps once somebody had it, the epochs in
 * which it was saved, and of the running thread what the machine has. */
static uint64_t thread_sum(const struct thread *t)
{
	static struct thread copy;

	memcpy(&copy, t, sizeof copy);
	copy.id = 0;
	copy.epoch = copy.stack_epoch = copy.rare.rare_epoch = 0;
	if (t == rt.self)
		copy.sp = 0, copy.fpu = (struct fpu){0};
	return sum_of(&copy, sizeof copy);
}

/* Of the running thread what lies above the frame that takes the image. */
static void take_image(struct image *to, const char *here)
{
	memset(to, 0, sizeof *to);
	state_take(&to->state);
	to->world = rt.world;
	to->checkpoints = rt.kept - rt.marks;
	to->self = rt.self;
	to->clock = rt.clock;
	to->locks = rt.locks;
	to->fuel = rt.fuel;
	to->watching = rt.watching;
	if (rt.fenv)
		to->fpu = fiber_fpu();
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct thread *t = thread_of(i);
		const char *low = t == rt.self ? here : t->sp;

		to->threads = hash_mix(to->threads ^ thread_sum(t));
		if (t->state == THREAD_LIVE)
			to->stacks += sum_of(
				low, (size_t)((const char *)t->fs - low));
	}
}

/* What differs; NULL: nothing does. */
static const char *difference(const struct image *a, const struct image *b)
{
	if (memcmp(&a->world, &b->world, sizeof a->world) != 0)
		return "the runtime's state";
	if (a->checkpoints != b->checkpoints)
		return "the number of checkpoints";
	if (a->self != b->self || a->clock != b->clock ||
		a->locks != b->locks || a->fuel != b->fuel ||
		a->watching != b->watching)
		return "who runs";
	if (a->state.memory != b->state.memory)
		return "memory";
	if (memcmp(&a->fpu, &b->fpu, sizeof a->fpu) != 0)
		return "the control of floating point";
	if (a->stacks != b->stacks)
		return "a stack";
	if (a->threads != b->threads)
		return "a thread";
	if (a->state.enabled != b->state.enabled)
		return "what threads offer";
	if (a->state.pending != b->state.pending)
		return "what threads will do";
	return 0;
}

/* The n-th one that can do something. */
static tid enabled_thread(const struct view *view, uint64_t n)
{
	for (tid i = 0; i < view->threads; i++)
		if (view->thread[i].live && view->thread[i].offers && !n--)
			return i;
	return TID_NONE;
}

/* All of it is back, but what threads offer was asked for again. */
static void compare(const struct view *view, const struct image *then,
	const char *here, tid t, int why)
{
	static struct image now;
	const char *what;

	take_image(&now, here);
	what = difference(then, &now);
	if (!what && rt.channel->schedule_length != rt.world.step)
		what = "the schedule";
	if (what)
		run_error(ERR_UNSUPPORTED, 0,
			"solo audit: %s is not as it was at step %u, before "
			"thread T%u ran alone (end %d)" SC(510),
			what, view->step + 1, t, why);
}

/* By the running thread, within the step; then it goes back. */
static void change(void)
{
	rewind_keep(); /* of no effect while a mark stands */
	output_write(1, OUTPUT_BUFFERED, "solo\n", 5); /* a piece may grow */
	mark_back(1);
}

/* Some executions end with marks that stand, and run out of room for them. */
static void leave(void)
{
	if (rt.channel->executions_begun % 4 < 3)
		mark_drop();
}

bool solo_begins(const struct view *view)
{
	static struct image then;
	uint64_t turn = rt.channel->executions_begun + view->step;
	const char *here = __builtin_frame_address(0);
	int round, why;
	tid t;

	if (!every || turn % every || rt.world.live < 2)
		return false;
	take_image(&then, here);
	round = mark_take();
	if (round == MARK_NO_ROOM)
		return false;
	compare(view, &then, here, TID_NONE, 0);
	if (!round)
		change();
	if (round == ROUNDS) {
		leave();
		return false;
	}
	t = enabled_thread(
		view, (turn / every + (uint64_t)round) % view->enabled);
	why = trial_begin(t, operations);
	if (!why)
		return true;
	compare(view, &then, here, t, why);
	mark_back(round + 1);
}
