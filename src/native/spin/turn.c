/* SPDX-License-Identifier: MIT */
#include "native/spin/turn.h"
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/heap/heap.h"
#include "native/memory.h"
#include "native/races/shadow.h"
#include "native/sched.h"
#include "native/spin.h"
#include "native/spin/await.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { /* as in plugin/turn.h */
	SCARP_TURN_AGAIN = 0,
	SCARP_TURN_ENTERED = 2,
	SCARP_TURN_LEFT = 3,
	SCARP_TURN_LEAVES = 64,
	SCARP_TURN_COUNTED = 128,
	SCARP_TURN_BITS = 8,
};

static void *room(size_t bytes)
{
	return arena_words((bytes + 3) / 4, 0);
}

static void lose(struct thread *t)
{
	t->spin.loops = t->spin.hasty = 0; /* who leaves it is not told */
	t->spin.noted = t->spin.wrote = 0;
	t->spin.dirty = 0;
	sched_watch(t);
}

static inline bool overlaps(
	const struct entry *e, uint64_t address, size_t size)
{
	return e->address < address + size && address < e->address + e->size;
}

static void change(struct entry *e)
{
	if (rt.kept)
		undo_save(e, sizeof *e);
}

/* What the thread wrote to the place last; what it wrote before is gone. */
static struct entry *latest(struct thread *t, uint64_t address, size_t size)
{
	for (struct noted *n = t->spin.wrote; n; n = n->before_write)
		if (overlaps(&n->e, address, size))
			return &n->e;
	return 0;
}

static void see(struct entry *e)
{
	change(e);
	e->seen = 1;
}

/* Have others been where the thread wrote, since it did?  Its own access is
 * about to take their place. */
static void look_round(struct thread *t, const struct entry *now)
{
	struct entry *e = latest(t, now->address, now->size);

	if (e && !e->seen && !e->dirty && !e->state &&
		access_by_others(t->id, e->address, e->size, e->stamp))
		see(e);
}

void turn_note(struct thread *t, struct entry now)
{
	struct noted *n;

	if (t->spin.notes++ >= TURN_NOTES) {
		lose(t);
		return;
	}
	look_round(t, &now);
	n = room(sizeof *n);
	n->before = t->spin.noted;
	n->before_write = t->spin.wrote;
	n->e = now;
	n->e.value = memory_value(t, now.address, now.size);
	n->e.dirty = now.write;
	n->e.stamp = rt.stamp;
	t->spin.noted = n;
	if (now.write) {
		t->spin.wrote = n;
		t->spin.dirty = 1;
	}
}

void turn_forget(struct thread *t)
{
	t->spin.abandons++;
	t->spin.noted = t->spin.wrote = 0;
	t->spin.dirty = 0;
}

void turn_unmapped(struct thread *t, uint64_t from, uint64_t to)
{
	for (const struct noted *n = t->spin.noted; n; n = n->before)
		if (overlaps(&n->e, from, to - from)) {
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
	struct entry *e = latest(other, at, bytes);

	if (e && e->state && !e->seen)
		see(e);
}

/* --- is a turn without effect? ----------------------------------------------
 */

static uint64_t heap_end(const struct thread *t)
{
	uint64_t base, used = heap_used(t->id, &base);

	return base + used;
}

bool turn_allocated(const struct thread *t, uint64_t block)
{
	const struct turn *turn = t->spin.loops;

	return turn && block >= turn->heap && block < heap_end(t);
}

/* Is that memory which the turn has allocated?  At its end all of it is freed,
 * or there was an effect. */
static bool of_turn(
	const struct thread *t, const struct turn *turn, const struct entry *e)
{
	return e->address >= turn->heap && e->address < heap_end(t);
}

static bool within_ranges(const struct turn *turn, const struct entry *e)
{
	const uint64_t *range = turn->word + turn->values;

	for (unsigned i = 0; i < turn->ranges; i++, range += 2)
		if (e->address >= range[0] &&
			e->address + e->size <= range[0] + range[1])
			return true;
	return false;
}

/* Does the write not matter, being to what the next turn does not read, or
 * reads as a value that is carried round?  Others may have a pointer there. */
static bool is_nothing(
	const struct thread *t, const struct turn *turn, const struct entry *e)
{
	return ((e->own && (e->address + e->size <= turn->frame ||
				   within_ranges(turn, e))) ||
		       of_turn(t, turn, e)) &&
	       !e->seen &&
	       !access_by_others(t->id, e->address, e->size, e->stamp);
}

/* Has nobody else been there?  Then it is the thread's own: what its slot of
 * the stack is used for besides, nobody announces. */
static bool all_own(
	const struct thread *t, const struct turn *turn, const struct entry *at)
{
	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before)
		if (n->e.write && overlaps(&n->e, at->address, at->size) &&
			(!n->e.own || n->e.seen))
			return false;
	return true;
}

/* w, the first write of the turn to its place: is all put back that the turn
 * wrote there, by the thread itself, unseen by others? */
static bool put_back(
	const struct thread *t, const struct turn *turn, const struct noted *w)
{
	const struct entry *first = &w->e;
	const struct entry *later = 0;

	if (first->own && all_own(t, turn, first))
		return memory_value(t, first->address, first->size) ==
		       first->value;
	for (const struct noted *n = t->spin.wrote; n && n != w->before_write;
		n = n->before_write) {
		const struct entry *e = &n->e;

		if (!overlaps(e, first->address, first->size))
			continue;
		if (e->address != first->address || e->size != first->size)
			return false;
		if (!later ? e->left != first->value : e->left != later->value)
			return false; /* not put back; or others wrote */
		if (e->seen && e->left != first->value)
			return false;
		later = e;
	}
	return true;
}

/* Is there an earlier write of the turn to this place? */
static bool is_first(const struct turn *turn, const struct noted *w)
{
	for (const struct noted *n = w->before; n != turn->since; n = n->before)
		if (n->e.write && n->e.address == w->e.address &&
			n->e.size == w->e.size)
			return false;
	return true;
}

/* It has read the clock, which has moved since, perhaps by a sleep of its own.
 */
static bool moved_on(const struct entry *e)
{
	return e->address == (uint64_t)&rt.world.clock_ns && !e->write &&
	       e->value != rt.world.clock_ns;
}

/* Did the turn write to the place before it read there?  Then it has read its
 * own value: it is without effect, so nobody else has written meanwhile. */
static bool reads_own(const struct thread *t, const struct turn *turn,
	const struct noted *read)
{
	if (of_turn(t, turn, &read->e))
		return true;
	for (const struct noted *n = read->before; n != turn->since;
		n = n->before)
		if (n->e.write &&
			overlaps(&n->e, read->e.address, read->e.size))
			return true;
	return false;
}

/* Did it write a part of that alone?  What it has read then is neither its own
 * nor others'. */
static bool reads_mixture(const struct turn *turn, const struct noted *read)
{
	const struct entry *r = &read->e;

	for (const struct noted *n = read->before; n != turn->since;
		n = n->before)
		if (n->e.write && overlaps(&n->e, r->address, r->size) &&
			(n->e.address > r->address ||
				n->e.address + n->e.size <
					r->address + r->size))
			return true;
	return false;
}

static bool nothing_changed(const struct thread *t, const struct turn *turn)
{
	unsigned writes = 0;

	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before) {
		if (moved_on(&n->e))
			return false;
		if (!n->e.write && of_turn(t, turn, &n->e))
			continue;
		if (!n->e.write && reads_mixture(turn, n))
			return false;
		if (!n->e.write || is_nothing(t, turn, &n->e))
			continue;
		if (++writes > TURN_WRITES)
			return false;
		if (is_first(turn, n) && !put_back(t, turn, n))
			return false;
	}
	return heap_all_freed(t->id, turn->heap);
}

/* The entry that stands for e already. */
static uint32_t find(
	const struct watch *w, uint32_t entries, const struct entry *e)
{
	uint32_t i = 0;

	while (i < entries &&
		(w->entry[i].address != e->address ||
			w->entry[i].size != e->size ||
			w->entry[i].write != e->write ||
			(!e->write && w->entry[i].value != e->value)))
		i++;
	return i;
}

/* What the turn met, for whoever asks whether that has changed: each value that
 * it read, and what was there before it wrote.  NULL: too much. */
static struct watch *as_watch(
	struct thread *t, const struct turn *turn, uint64_t pc)
{
	struct watch *w = room(sizeof *w);
	uint32_t entries = 0;

	memset(w, 0, offsetof(struct watch, entry));
	w->pc = pc;
	w->frame = turn->frame;
	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before) {
		uint32_t i;

		if (n->e.write ? is_nothing(t, turn, &n->e)
			       : reads_own(t, turn, n))
			continue;
		i = find(w, entries, &n->e);
		if (i == WATCH_ENTRIES)
			return 0;
		entries += i == entries;
		w->entry[i] = n->e; /* of writes the first one stays */
	}
	t->spin.entries = entries;
	return w;
}

static bool same(const struct turn *a, const struct turn *b)
{
	return a->abandons == b->abandons && a->error == b->error &&
	       a->fpu == b->fpu && a->values == b->values &&
	       memcmp(a->word, b->word, a->values * sizeof *a->word) == 0;
}

/* What a turn notes of an object on which such operations commute differs from
 * one execution of a trace to another. */
static bool commutes(enum op kind)
{
#define COMMUTE(one, other) kind == OP_##one || kind == OP_##other ||
#define COMMUTE_ALWAYS(one, other)
	return
#include "search/depend.def"
		false;
#undef COMMUTE
#undef COMMUTE_ALWAYS
}

void spin_made(enum op kind)
{
	/* Of a sleep nothing is noted, unless the turn reads the clock. */
	if (rt.self->spin.loops && commutes(kind) && kind != OP_sleep)
		turn_forget(rt.self);
	spin_leave_nothing();
}

/* --- turns that are counted -------------------------------------------------
 *
 * A turn without effect of a loop that counts is no part of a trace either if
 * the thread makes more of them: it could have begun later, with a smaller
 * count, of which nothing depends but when the loop gives up.  Giving up after
 * the last of n such turns is giving up after n at the moment of one of them.
 * So when one was made, and its next would be the same, the thread makes the
 * rest of them in haste, until it leaves the loop: without decision points.
 *
 * But after n of them there might have been one with an effect, as the last; or
 * one that would not be repeated, since others came between its operations, and
 * that left something behind.  It is met without the n, too: if the loop was
 * ever left in haste the test is searched again, without (COARSE_COUNTS).
 */

/* What it read is still there?  What others change of that matters from here
 * on, so it has read all of it now. */
static bool would_repeat(const struct thread *t, const struct turn *turn)
{
	const struct entry *one = 0;
	bool same = true;

	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before) {
		const struct entry *e = &n->e;

		if (e->write ? is_nothing(t, turn, e) : reads_own(t, turn, n))
			continue;
		if (one && one->address != e->address &&
			!(rt.channel->coarse & COARSE_COUNTS))
			coarse_now();
		one = e;
		if (!e->write || is_first(turn, n))
			same &= memory_value(t, e->address, e->size) ==
				e->value;
		if (e->state)
			footprint_state((void *)e->address, false);
		else
			footprint_memory(e->address, e->size, false);
	}
	return same;
}

/* As if the turn had not been made: it is what the one before it was. */
static void take_back(struct thread *t, const struct turn *turn)
{
	struct noted *n = (struct noted *)turn->since;

	t->spin.noted = n;
	t->spin.wrote = n && !n->e.write ? n->before_write : n;
	t->spin.notes = turn->notes;
}

/* It matters if the same loop has had both, in whatever process. */
static void note_try(const struct turn *now, bool hasty, bool lasting)
{
	struct channel *c = rt.channel;
	uint64_t bit = 1ull << (now->pc * 0x9e3779b97f4a7c15u >> 58);

	if (hasty)
		c->tries_hasty |= bit;
	if (lasting)
		c->tries_lasting |= bit;
	if (c->tries_hasty & c->tries_lasting)
		coarse_counts();
}

static void in_haste(struct thread *t, const struct turn *last,
	struct turn *now, bool nothing)
{
	bool was = t->spin.hasty == last, repeats;

	if (t->spin.hasty && !was)
		return; /* this loop is in one that is left */
	repeats = nothing && would_repeat(t, last);
	t->spin.hasty = repeats ? now : 0;
	if (repeats && was)
		take_back(t, last);
	note_try(now, repeats, !nothing || (!repeats && last->leaves));
}

/* The running thread leaves a loop that is counted, or begins to count anew. */
static void left(uint64_t activation, uint8_t loop)
{
	struct thread *t = rt.self;
	struct turn *turn = t->spin.loops;

	while (turn && (!turn->counted || turn->word[0] != activation ||
			       turn->loop != loop))
		turn = turn->outer;
	if (!turn)
		return;
	thread_touch(t);
	t->spin.gave_up = turn;
	if (turn == t->spin.hasty)
		t->spin.hasty = 0;
}

bool turn_passes(struct thread *t, enum op kind)
{
	uint8_t order = op_info[kind].order;

	if (!t->spin.hasty)
		return false;
	if (order != ORDER_loads && order != ORDER_updates &&
		order != ORDER_tries && kind != OP_yield) {
		thread_touch(t);
		t->spin.hasty = 0;
	}
	return t->spin.hasty;
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

/* The thread ends its part here, or is resumed for some reason. */
static void came_to_nothing(
	struct thread *t, const struct turn *turn, uint64_t pc)
{
	struct watch *w = as_watch(t, turn, pc);

	if (!w)
		return;
	await_tried(w, t->spin.entries);
	t->spin.watch = w;
	t->spin.plain = ANCHOR_TURN;
	spin_turned(pc);
}

static void begin(struct thread *t, struct turn *now)
{
	now->outer = t->spin.loops;
	if (!now->outer) {
		t->spin.noted = t->spin.wrote = 0;
		t->spin.dirty = 0;
	}
	now->since = t->spin.noted;
	now->notes = t->spin.notes;
	t->spin.turn = 0;
	now->abandons = t->spin.abandons;
	now->heap = heap_end(t);
	t->spin.loops = now;
}

static __attribute__((noinline)) void arrive(bool again, struct turn *now)
{
	struct thread *t = rt.self;
	struct turn *last;
	bool nothing = false;

	thread_touch(t);
	turn_stop(t);
	leave(t, now);
	last = t->spin.loops;
	now->abandons = t->spin.abandons;
	if (last && last->frame == now->frame && last->loop == now->loop) {
		t->spin.compared |= last->abandons != now->abandons;
		nothing = again && same(last, now) && nothing_changed(t, last);
		if (now->counted && t->spin.gave_up != last) {
			if (rt.loop_turns != TURNS_UNCOUNTED && again)
				in_haste(t, last, now, nothing);
		} else if (nothing)
			came_to_nothing(t, last, now->pc);
		else if (t->spin.plain == ANCHOR_TURN && t->spin.watch &&
			 t->spin.watch->pc == now->pc)
			watch_drop(t); /* at a dead end: so it is none */
		t->spin.loops = last->outer;
	}
	t->spin.heads += !nothing;
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
	bool traces = strcmp(c->search.strategy, "dfs") == 0 &&
		      *c->search.reduce &&
		      strcmp(c->search.reduce, "none") != 0 && !rt.study &&
		      all_are_points();

	return (traces || c->task == TASK_REPLAY) &&
	       c->loop_turns != TURNS_KEPT &&
	       !(c->loop_turns == TURNS_AUTO &&
		       rt.channel->coarse_now & COARSE_TURNS);
}

void turn_round(void)
{
	const struct channel *c = rt.channel;

	rt.loop_turns = !erased() ? TURNS_KEPT
			: c->config.loop_turns == TURNS_UNCOUNTED ||
					c->coarse_now & COARSE_COUNTS
				? TURNS_UNCOUNTED
				: TURNS_ERASED;
	/* Lazy reduction knows nothing of who cannot go on for a value. */
	rt.awaits = rt.loop_turns &&
		    strcmp(rt.channel->config.search.reduce, "lazy") != 0;
	__scarp_turns = rt.loop_turns;
}

static __attribute__((noinline)) void told(uint32_t when, uint32_t shape,
	uint64_t frame, uint64_t pc, va_list *list)
{
	unsigned values = part(shape, 0) % SCARP_TURN_LEAVES,
		 ranges = part(shape, 1);
	struct turn *now;

	if (when == SCARP_TURN_LEFT) {
		left(va_arg(*list, uint64_t), part(shape, 3));
		return;
	}
	now = room(sizeof *now + (values + 2 * ranges) * sizeof now->word[0]);
	now->pc = pc;
	now->frame = frame;
	now->error = errno;
	now->fpu = place_fpu();
	now->depth = part(shape, 2);
	now->loop = part(shape, 3);
	now->values = (uint8_t)values;
	now->ranges = (uint8_t)ranges;
	now->counted = part(shape, 0) & SCARP_TURN_COUNTED;
	now->leaves = part(shape, 0) & SCARP_TURN_LEAVES;
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
