/* SPDX-License-Identifier: MIT */
#include "native/spin/turn.h"
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/heap/heap.h"
#include "native/memory.h"
#include "native/races/shadow.h"
#include "native/sched.h"
#include "native/spin.h"
#include "native/spin/anew.h"
#include "native/spin/await.h"
#include "native/spin/counted.h"
#include "native/spin/effect.h"
#include "native/spin/idle.h"
#include "native/threads/fiber.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { /* as in plugin/turn.h */
	SCARP_TURN_AGAIN = 0,
	SCARP_TURN_ENTERED = 2,
	SCARP_TURN_LEFT = 3,
	SCARP_TURN_REREAD = 32,
	SCARP_TURN_LEAVES = 64,
	SCARP_TURN_COUNTED = 128,
	SCARP_TURN_BITS = 8,
};

static void *room(size_t bytes)
{
	return arena_words((bytes + 3) / 4, 0);
}

static void forget_notes(struct thread *t)
{
	t->spin.noted = t->spin.wrote = 0;
	t->spin.written = 0;
	t->spin.dirty = 0;
}

static void lose(struct thread *t)
{
	t->spin.loops = t->spin.hasty = 0; /* who leaves it is not told */
	forget_notes(t);
	idle_forget(t);
	sched_watch(t);
}

static void change(struct entry *e)
{
	if (rt.kept)
		undo_save(e, sizeof *e);
}

static void see(struct entry *e)
{
	change(e);
	e->seen = 1;
}

/* The number of the oldest write that any turn under way is judged by. */
static uint32_t oldest(const struct thread *t)
{
	uint32_t number = t->spin.writes;

	for (const struct turn *turn = t->spin.loops;
		turn && !turn_is_long(t, turn); turn = turn->outer)
		number = turn->cycle.from;
	if (t->spin.writes - number > TURN_MOST)
		number = t->spin.writes - TURN_MOST;
	return idle_oldest(t, number);
}

static uint64_t bit_of(uint64_t address)
{
	return 1ull << ((address >> 3) * 0x9e3779b97f4a7c15u >> 58);
}

/* What overlaps has one in common. */
static uint64_t bits_of(const struct entry *e)
{
	return bit_of(e->address) | bit_of(e->address + e->size - 1);
}

/* Have others been where the thread wrote, since it did?  Its own access is
 * about to take their place; of what it wrote to more than that, a part. */
static void look_round(struct thread *t, const struct entry *now)
{
	uint64_t end = now->address + now->size;
	uint32_t from;

	if (!(t->spin.written & bits_of(now)))
		return;
	from = oldest(t);
	for (struct noted *n = t->spin.wrote; n && n->writes >= from;
		n = n->before_write) {
		struct entry *e = &n->e;

		if (!entry_overlaps(e, now->address, now->size))
			continue;
		if (!e->seen && !e->dirty && !e->state &&
			access_by_others(t->id, e->address, e->size, e->stamp))
			see(e);
		if (e->address <= now->address && end <= e->address + e->size)
			return; /* older ones were asked when it was made */
	}
}

void turn_note(struct thread *t, struct entry now)
{
	struct noted *n;

	if (t->spin.notes == TURN_NOTES) {
		lose(t);
		return;
	}
	look_round(t, &now);
	if (!now.write && !now.state && idle_needs_notes(t))
		now.seen = access_by_others(t->id, now.address, now.size, 0);
	n = room(sizeof *n);
	t->spin.notes++;
	n->writes = t->spin.writes;
	n->before = t->spin.noted;
	n->before_write = t->spin.wrote;
	n->e = now;
	n->e.value = memory_value(t, now.address, now.size);
	n->e.dirty = now.write;
	n->e.stamp = rt.stamp;
	t->spin.noted = n;
	if (now.write) {
		t->spin.wrote = n;
		t->spin.written |= bits_of(&now);
		t->spin.writes++;
		t->spin.dirty = 1;
	}
}

void turn_forget(struct thread *t)
{
	t->spin.abandons++;
	forget_notes(t);
	idle_forget(t);
}

void turn_unmapped(struct thread *t, uint64_t from, uint64_t to)
{
	for (const struct noted *n = t->spin.noted; n; n = n->before)
		if (entry_overlaps(&n->e, from, to - from)) {
			thread_touch(t);
			turn_forget(t);
			return;
		}
}

void turn_stop(struct thread *t)
{
	if (!t->spin.dirty)
		return;
	for (struct noted *n = t->spin.wrote; n; n = n->before_write) {
		struct entry *e = &n->e;

		if (!e->dirty)
			break;
		change(e);
		e->dirty = 0;
		e->left = memory_value(t, e->address, e->size);
		if (e->state)
			rt.telling = 1;
	}
	t->spin.dirty = 0;
}

void turn_seen(struct thread *other, uint64_t at, size_t bytes)
{
	uint32_t from = other->spin.wrote ? oldest(other) : 0;

	for (struct noted *n = other->spin.wrote; n && n->writes >= from;
		n = n->before_write) {
		if (!entry_overlaps(&n->e, at, bytes))
			continue;
		if (n->e.state && !n->e.seen)
			see(&n->e);
		return;
	}
}

uint64_t turn_heap_end(const struct thread *t)
{
	uint64_t base, used = heap_used(t->id, &base);

	return base + used;
}

bool turn_allocated(const struct thread *t, uint64_t block)
{
	const struct turn *turn = t->spin.loops;

	return turn && block >= turn->heap && block < turn_heap_end(t);
}

/* What a turn notes of an object on which such operations commute differs from
 * one execution of a trace to another. */
static bool commutes(enum op kind)
{
#define COMMUTE(one, other) kind == OP_##one || kind == OP_##other ||
#define COMMUTE_ALWAYS(one, other)
	return /* which of its rows an arrival is in, it learns */
#include "search/depend.def"
		kind == OP_barrier_arrive;
#undef COMMUTE
#undef COMMUTE_ALWAYS
}

void spin_made(enum op kind)
{
	struct thread *t = rt.self;

	/* Of a sleep nothing is noted, unless the turn reads the clock. */
	if (t->spin.loops) {
		if (kind == OP_cond_wait || kind == OP_cond_timedwait)
			t->spin.abandons++; /* but an idle turn does so */
		else if (commutes(kind) && kind != OP_sleep)
			turn_forget(t);
		idle_made(kind);
	}
	spin_leave_nothing();
}

/* --- the head of a loop -----------------------------------------------------
 */

/* Loops that the thread has left: those of functions that have returned, and
 * those of this function that the one at hand is not in. */
static void leave(struct thread *t, const struct turn *now)
{
	struct turn *turn = t->spin.loops;

	while (turn && (turn->frame < now->frame ||
			       (turn->frame == now->frame &&
				       turn->depth >= now->depth &&
				       turn->loop != now->loop))) {
		if (turn == t->spin.hasty)
			t->spin.hasty = 0;
		turn = turn->outer;
	}
	t->spin.loops = turn;
}

/* The thread ends its part here, or is resumed for some reason.  But a turn
 * that has met nothing, where the program has instructions that ask the
 * processor for time or chance, may go by these. */
static void came_to_nothing(struct thread *t, const struct turn *turn,
	uint64_t pc, enum effect effect, uint32_t turns)
{
	struct watch *w = effect_met(t, turn, pc, effect);

	if (!w || (!t->spin.entries && inventory_asks_processor()))
		return;
	if (turn->slept != t->spin.slept)
		coarse_clock(CLOCK_SLEPT);
	if (effect == EFFECT_ANEW)
		t->spin.anew = turn;
	else if (turns == 1)
		await_tried(w, t->spin.entries);
	else
		t->spin.heads = turn->cycle.heads;
	w->turns = turns;
	t->spin.watch = w;
	t->spin.plain = ANCHOR_TURN;
	spin_turned(pc);
}

/* A loop that begins with what it has read is told without.  Without the turn
 * that would be read later, by the load before the loop, or by the exchange
 * with which a turn that came to nothing ended.  But one that had an effect
 * ended with an exchange that, made later, might succeed; or with one that has.
 */
static bool began_stale(const struct turn *turn)
{
	return turn->rereads && turn->stale;
}

static void begin(struct thread *t, struct turn *now)
{
	now->outer = t->spin.loops;
	if (!now->outer && !now->cycle.before && !idle_needs_notes(t))
		forget_notes(t);
	now->cycle.heads = t->spin.heads;
	now->since = t->spin.noted;
	now->notes = t->spin.notes;
	now->writes = t->spin.writes;
	t->spin.turn = 0;
	now->abandons = t->spin.abandons;
	now->slept = t->spin.slept;
	now->heap = turn_heap_end(t);
	t->spin.loops = now;
}

/* Of a loop that tells all that it carries round. */
static void count_same(const struct turn *last, struct turn *now)
{
	if (now->counted || now->rereads || !effect_same_head(last, now))
		return;
	now->first = last->first;
	now->nth = last->nth + 1;
}

/* At a dead end it goes round once more: was that all, and no turn was without
 * effect?  Then it is none. */
static bool was_no_end(const struct thread *t, const struct turn *now)
{
	const struct watch *w = t->spin.watch;

	return t->spin.plain == ANCHOR_TURN && w && w->pc == now->pc &&
	       (!now->cycle.before || now->cycle.row >= w->turns);
}

/* Is the turn that ends here without effect, or are several together? */
static enum effect of_turns(const struct thread *t, const struct turn *now,
	const struct turn **since, uint32_t *turns)
{
	enum effect effect = effect_of(t, *since, now);
	const struct turn *from =
		effect == EFFECT_SOME ? cycle_of(t, *since, now, turns) : 0;

	if (!from)
		return effect;
	*since = from;
	return EFFECT_NONE;
}

static __attribute__((noinline)) void arrive(bool again, struct turn *now)
{
	struct thread *t = rt.self;
	struct turn *last;
	const struct turn *since;
	enum effect effect = EFFECT_SOME;
	bool nothing = false;
	uint32_t turns = 1;

	thread_touch(t);
	turn_stop(t);
	leave(t, now);
	last = t->spin.loops;
	now->abandons = t->spin.abandons;
	now->first = now;
	if (last && last->frame == now->frame && last->loop == now->loop) {
		t->spin.compared |= last->abandons != now->abandons;
		since = last;
		if (again && !began_stale(last) && rt.loop_turns != TURNS_TOLD)
			effect = of_turns(t, now, &since, &turns);
		nothing = effect != EFFECT_SOME;
		cycle_begin(t, again && !nothing ? last : 0, now);
		if (again)
			count_same(last, now);
		if (rt.loop_turns == TURNS_TOLD)
			; /* it stays */
		else if (now->counted && t->spin.gave_up != last) {
			if (rt.loop_turns != TURNS_UNCOUNTED && again)
				counted_again(t, last, now, nothing);
		} else if (nothing)
			came_to_nothing(t, since, now->pc, effect, turns);
		else if (was_no_end(t, now))
			watch_drop(t); /* at a dead end: so it is none */
		t->spin.loops = last->outer;
	} else {
		cycle_begin(t, 0, now);
	}
	t->spin.heads += !nothing;
	now->stale = again && !nothing;
	if (t->spin.anew)
		anew_look_back(t);
	t->spin.anew = 0;
	if (t->spin.notes < TURN_NOTES) {
		begin(t, now);
		await_head(t, now);
	} else {
		t->spin.hasty = 0;
	}
	sched_watch(t);
}

static uint8_t part(uint32_t shape, unsigned n)
{
	return (uint8_t)(shape >> n * SCARP_TURN_BITS);
}

/* Whether the calls are made at all. */
__attribute__((visibility("default"))) unsigned char __scarp_turns;

/* Could a turn begin at any moment?  Where some of its accesses are no decision
 * points it has begun before others can do anything. */
static bool all_are_points(void)
{
	return rt.racing && !rt.filters &&
	       (rt.classes & CLASSES_SYNC) == CLASSES_SYNC;
}

/* Traces are explored, so that what another execution has instead can be left
 * out; or one such execution is made again. */
static bool erased(void)
{
	const struct channel_config *c = &rt.channel->config;
	uint32_t turns = c->loop_turns & ~TURNS_IDLE;
	bool reduced = strcmp(c->search.strategy, "dfs") == 0 &&
		       *c->search.reduce &&
		       strcmp(c->search.reduce, "none") != 0;
	bool traces = (reduced || strcmp(c->search.strategy, "size") == 0) &&
		      !rt.study && all_are_points();

	return (traces || config_goes_by_schedule(c)) && turns != TURNS_KEPT &&
	       !(rt.channel->coarse_now & (COARSE_TURNS | COARSE_UNANNOUNCED));
}

/* Do turns that only let time pass wait?  (idle.h) */
static bool idles(void)
{
	const struct channel *c = rt.channel;

	if (config_goes_by_schedule(&c->config))
		return c->config.loop_turns & TURNS_IDLE;
	return !rt.study && c->coarse_now & COARSE_CLOCKS &&
	       !(c->coarse_now & COARSE_UNANNOUNCED);
}

void turn_round(void)
{
	const struct channel *c = rt.channel;

	rt.idle = idles();
	rt.loop_turns =
		!erased() ? rt.idle ? TURNS_TOLD : TURNS_KEPT
		: (c->config.loop_turns & ~TURNS_IDLE) == TURNS_UNCOUNTED ||
				c->coarse_now & COARSE_COUNTS
			? TURNS_UNCOUNTED
			: TURNS_ERASED;
	/* Lazy reduction knows nothing of who cannot go on for a value. */
	rt.awaits = rt.loop_turns != TURNS_KEPT &&
		    rt.loop_turns != TURNS_TOLD &&
		    strcmp(rt.channel->config.search.reduce, "lazy") != 0;
	__scarp_turns = rt.loop_turns;
}

static __attribute__((noinline)) void told(uint32_t when, uint32_t shape,
	uint64_t frame, uint64_t pc, va_list *list)
{
	unsigned values = part(shape, 0) % SCARP_TURN_REREAD,
		 ranges = part(shape, 1);
	struct turn *now;

	if (when == SCARP_TURN_LEFT) {
		counted_left(va_arg(*list, uint64_t), part(shape, 3));
		return;
	}
	now = room(sizeof *now + (values + 2 * ranges) * sizeof now->word[0]);
	now->pc = pc;
	now->frame = frame;
	now->error = errno;
	now->fpu = place_fpu() | (rt.fenv ? fiber_exceptions() : 0);
	now->depth = part(shape, 2);
	now->loop = part(shape, 3);
	now->values = (uint8_t)values;
	now->ranges = (uint8_t)ranges;
	now->counted = part(shape, 0) & SCARP_TURN_COUNTED;
	now->leaves = part(shape, 0) & SCARP_TURN_LEAVES;
	now->rereads = part(shape, 0) & SCARP_TURN_REREAD;
	for (unsigned i = 0; i < values + 2 * ranges; i++)
		now->word[i] = va_arg(*list, uint64_t);
	arrive(when == SCARP_TURN_AGAIN, now);
}

/* __scarp_turn(), as it was called (turn_x86_64.S).  Nothing in its own frame
 * differs from turn to turn. */
HIDDEN void turn_told(uint32_t when, uint32_t shape, ...)
{
	va_list list;

	if (!rt.on || rt.loop_turns == TURNS_KEPT || rt.self->held_by ||
		when == SCARP_TURN_ENTERED)
		return;
	va_start(list, shape);
	told(when, shape, (uint64_t)__builtin_frame_address(0) + 16, CALLER,
		&list);
	spin_leave_nothing();
	va_end(list);
}
