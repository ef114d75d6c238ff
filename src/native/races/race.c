/* SPDX-License-Identifier: MIT */
/* race.c - data races found: rows of the table, findings for the report, points
 * for the search
 *
 * A race is a pair of sides, as in detect/race.h; its row lies in the channel,
 * and beside it what a report needs, filled when the pair is seen first.  Every
 * side becomes a point, whatever is thought of the pair (search-rules 6).
 *
 * Cost     one look into a hash table, also for pairs that have no room left.
 */
#include "native/coarse.h"
#include "native/cut.h"
#include "native/fail.h"
#include "native/races/filter.h"
#include "native/heap/heap.h"
#include "native/internal.h"
#include "native/phase.h"
#include "native/posix/set.h"
#include "native/left.h"
#include "native/model/buffer.h"
#include "native/sched.h"
#include "native/races/shadow.h"
#include "native/trace.h"

#include <string.h>

_Static_assert((int)ACC_WRITE == (int)RACE_WRITE &&
		       (int)ACC_ATOMIC == (int)RACE_ATOMIC &&
		       (int)ACC_FREE == (int)RACE_FREE,
	"an access is told by the same bits");

enum {
	SLOTS = 4 * RACES_MAX,
	KINDS = ACC_WRITE | ACC_ATOMIC | ACC_FREE
};
static uint32_t slot[SLOTS];
static uint32_t rows; /* of the channel: it is told of one that is complete */
static struct candidates table;

/* The channel holds more rows than are known here when another process of this
 * search met them: a forked execution, or the one before a crash.  It holds
 * less when an execution was given up, and all that it found. */
static struct candidates *table_now(void)
{
	struct channel *c = rt.channel;
	bool fresh = !table.slot || rows > c->races;

	rows = c->races;
	if (fresh)
		candidates_init(
			&table, c->candidate, &rows, RACES_MAX, slot, SLOTS);
	return &table;
}

/* The races of the execution under way, in the order in which they were seen
 * first: rt.world.raced of them, so that going back to a checkpoint leaves
 * those of the shared past, which are not seen again.  Whoever sees one that
 * is there already adds nothing. */
static uint32_t path[RACES_MAX], place_of_row[RACES_MAX];
uint32_t races_path; /* of the execution before */

static void add_to_path(uint32_t row)
{
	uint32_t at = place_of_row[row];

	if (at < rt.world.raced && path[at] == row)
		return;
	place_of_row[row] = rt.world.raced;
	path[rt.world.raced++] = row;
	races_path = rt.world.raced;
}

/* The row may be of an execution that was given up. */
static void seen_until(uint32_t from, uint32_t to, uint64_t execution)
{
	for (uint32_t i = from; i < to; i++) {
		struct race *r = &rt.channel->candidate[path[i]];

		if (path[i] < rt.channel->races &&
			r->execution_last < execution)
			r->execution_last = execution;
	}
}

/* It has been counted as begun. */
void races_leave(void)
{
	seen_until(
		rt.world.raced, races_path, rt.channel->executions_begun - 1);
	races_path = rt.world.raced;
}

void races_publish(void)
{
	seen_until(0, races_path, rt.channel->executions_begun);
}

/* Of an access that will never be made: whose it would have been. */
static const struct thread *pends;

static bool has(const struct object *o, tid t)
{
	uint32_t i;

	if (o->kind != OBJECT_MUTEX && o->kind != OBJECT_RWLOCK)
		return false;
	if (o->owner == t)
		return true;
	if (o->kind != OBJECT_RWLOCK || !o->a)
		return false;
	i = set_find(o, (uint32_t)t << RW_READER_SHIFT);
	return i < o->a && set_words(o)[i] >> RW_READER_SHIFT == t;
}

/* Which locks the thread has that makes it. */
static void tell_locks(struct channel_access *a)
{
	a->locks_known = 1;
	for (uint32_t i = 1; i < rt.world.objects && a->locks < LOCKS_MAX; i++)
		if (has(&rt.object[i], a->thread))
			place_of(rt.object[i].address, &a->lock[a->locks++]);
}

static uint32_t frames(uint64_t *pc, uint64_t innermost)
{
	return pends ? fiber_walk(pends, pc, STACK_MAX, innermost)
		     : stack_walk(pc, 0, STACK_MAX, innermost);
}

/* Of the one that is being made; of an earlier one only its place is known. */
static void walk(struct channel_access *a)
{
	tell_locks(a);
	a->stack.frames = frames(a->stack.pc, a->pc);
}

static void describe(struct channel_access *to, const struct race_access *a)
{
	to->pc = a->pc;
	to->write = (a->kind & RACE_WRITE) != 0;
	to->atomic = (a->kind & RACE_ATOMIC) != 0;
	to->freeing = (a->kind & RACE_FREE) != 0;
	to->thread = a->thread;
	to->size = (uint32_t)a->size;
	to->created_pc = thread_of(a->thread)->create_pc;
	to->creator = thread_of(a->thread)->creator;
	to->stack.thread = a->thread;
	to->stack.frames = 1;
	to->stack.pc[0] = a->pc;
}

/* Whose variable it is, while that thread is still in the function. */
static void add_frame(struct channel_race *r)
{
	tid owner = r->place.stack_of;
	const struct pending *p = owner == TID_NONE ? 0 : &rt.pending[owner];

	uint64_t pc, cfa;

	if (!p || pends || (owner != rt.world.self && !is_thread(p)))
		return;
	if (frame_around(owner, r->place.address,
		    owner == rt.world.self ? r->second.pc : p->pc, &pc, &cfa)) {
		r->frame_pc = pc;
		r->frame_cfa = cfa;
	}
}

static void add(struct channel_race *r, const struct race_sight *s)
{
	memset(r, 0, sizeof *r);
	describe(&r->first, s->first);
	describe(&r->second, s->second);
	walk(&r->second);
	place_of(s->first->address, &r->place);
	add_frame(r);
}

/* The stack can be walked of who makes the later access: the earlier one's is
 * known when they have come the other way round. */
static void add_stack(struct channel_race *r, const struct race_access *later)
{
	struct channel_access *a = &r->first;

	if (a->stack.frames == 1 && a->thread == later->thread &&
		channel_is_side(a, later->pc, later->kind))
		walk(a);
}

static void stop_before(const struct race_access *a)
{
	/* A free is no instruction to stop before; an atomic is one already. */
	if (!(a->kind & (RACE_ATOMIC | RACE_FREE)))
		point_add(a->pc, a->kind & RACE_WRITE);
	if ((a->kind & RACE_FREE) || !a->pc)
		coarse_now();
}

/* Of which life of its block is each of them?  An access of an earlier one is
 * older than this one. */
static void lives(
	struct race_access *old, struct race_access *now, uint64_t key)
{
	uint32_t since;

	if (likely(!rt.reuse) || !in_heap(now->address))
		return;
	now->block = old->block = heap_life(now->address, &since);
	if (now->block && key_stamp(key) < since)
		old->block--;
}

/* Was it while the object was made, or done away with?  Of a pair that is not
 * held back any more, nobody asks. */
static void phases(struct race_access *old, struct race_access *now)
{
	bool init = phase_any(RACE_INIT), destroy = phase_any(RACE_DESTROY);
	uint64_t pc[STACK_MAX];
	const struct race *r;
	uint32_t n;

	if (!init && !destroy)
		return;
	r = candidates_find(
		table_now(), old->pc, old->kind, now->pc, now->kind);
	if (r && (r->seen & RACE_SEEN_PLAIN || r->orders == RACE_BOTH_ORDERS))
		return;
	if (init && phase_is(RACE_INIT, old->pc)) {
		old->phase = RACE_INIT;
		return;
	}
	n = destroy ? frames(pc, now->pc) : 0;
	for (uint32_t i = 0; i < n; i++)
		if (phase_is(RACE_DESTROY, pc[i]))
			now->phase = RACE_DESTROY;
}

/* As soon as it counts: not of a pair that only pends, nor of two lives of a
 * block. */
static void keep_schedule(const struct race *row, const struct race_sight *s)
{
	struct channel_race *r = &rt.channel->race[row - rt.channel->candidate];
	static struct channel_race seen;

	if (!r->bug && !pends && !race_suppressed(row)) {
		add(&seen, s);
		r->bug = bug_keep_race(&seen);
	}
}

/* The race that a replay is about: behind all choices of its schedule. */
static bool looked_for(uint64_t pc)
{
	const struct channel_config *config = &rt.channel->config;

	return config->race_pc == pc && config->task == TASK_REPLAY && !pends &&
	       rt.world.step >= config->schedule_length;
}

/* Where stores are late, a plain one whose instruction is no point is made at
 * once.  Nobody can tell, until a race shows it: if older ones of its thread
 * still wait, no machine does what comes now. */
static void believe(const struct race_access *old)
{
	if ((old->kind & (RACE_WRITE | RACE_ATOMIC | RACE_FREE)) !=
			RACE_WRITE ||
		pends || !buffer_waits(old->thread) ||
		(rt.racing && point_has(old->pc) && !rt.world.overtook))
		return;
	if (rt.points_grew || points_left()) /* it is one from now on */
		execution_leave(OUTCOME_STOPPED);
	execution_cut(CUT_overtaken,
		"before older ones of thread T%u, by no decision point",
		old->thread);
}

/* Everything that is to be known of it, once it counts. */
static void note(struct race *r, const struct race_sight *sight, unsigned news)
{
	struct channel *c = rt.channel;

	if (!r || (news & RACE_NEW)) {
		stop_before(sight->first);
		stop_before(sight->second);
	}
	if (!r) {
		caveat(CAVEAT_races_lost, "%u pairs", RACES_MAX);
		return;
	}
	if (news & RACE_NEW)
		add(&c->race[r - c->candidate], sight);
	else
		add_stack(&c->race[r - c->candidate], sight->second);
	if (unlikely(c->config.races_kept))
		keep_schedule(r, sight);
	c->races = rows;
}

static bool at_no_point(const struct race_side *side)
{
	if (side->kind & RACE_ATOMIC)
		return false;
	return side->kind & RACE_FREE || !rt.racing || !point_has(side->pc);
}

bool races_at_no_point(void)
{
	const struct channel *c = rt.channel;

	for (uint32_t i = 0; i < c->races; i++)
		if (at_no_point(&c->candidate[i].one) ||
			at_no_point(&c->candidate[i].two))
			return true;
	return false;
}

void race_found(const struct met *met, uint64_t old_key, uint64_t old_pc,
	bool old_write)
{
	struct channel *c = rt.channel;
	struct race_access old = {.address = met->common,
		.size = met->common_size,
		.pc = old_pc,
		.thread = key_thread(old_key),
		.kind = (uint8_t)((old_write ? RACE_WRITE : 0) |
				  (old_key & KEY_ATOMIC ? RACE_ATOMIC : 0) |
				  (old_key & KEY_FREE ? RACE_FREE : 0))};
	struct race_access now = {.address = met->address,
		.size = met->size,
		.pc = met->pc,
		.thread = rt.world.self,
		.kind = (uint8_t)(met->flags & KINDS)};
	struct race_sight sight = {&old, &now, c->executions_begun, met->number,
		key_stamp(old_key) > rt.clock[key_thread(old_key)]};
	struct race *r;
	unsigned news;

	/* Of a binary nobody sees what else orders the two, an atomic say. */
	if (rt.trial || rt.blind)
		return;
	if (unlikely(rt.filters) && !filter_race(old_key, old_pc))
		return;
	lives(&old, &now, old_key);
	phases(&old, &now);
	r = candidates_see(table_now(), &sight, &news);
	if (r)
		add_to_path((uint32_t)(r - c->candidate));
	if (unlikely(c->config.races_kept) && r && !(news & RACE_NEW))
		keep_schedule(r, &sight);
	if (unlikely(c->config.race_pc) && looked_for(met->pc)) {
		static struct channel_race found;

		add(&found, &sight);
		bug_race(&found);
	}
	if (!r || news & (RACE_NEW | RACE_REORDERED))
		note(r, &sight, news);
	if (unlikely(rt.world.late))
		believe(&old);
}

/* --- an execution that failed
 * ---------------------------------------------------
 */

/* How an access that pends would be told; ACC_CHECKED: it is none.  A
 * compare-and-swap reads in any case. */
static unsigned flags_of(const struct pending *p)
{
	static const uint8_t as[] = {
		[ORDER_loads] = ACC_READ,
		[ORDER_stores] = ACC_WRITE,
		[ORDER_updates] = ACC_WRITE,
		[ORDER_tries] = ACC_READ,
	};
	const struct op_info *o = &op_info[p->kind];

	if (o->order == ORDER_no || o->order == ORDER_drains)
		return ACC_CHECKED;
	return as[o->order] | (o->class == CLASS_atomic ? ACC_ATOMIC : 0);
}

/* What others were about to do counts as made (search-rules 2). */
static void see_pending(struct thread *t)
{
	const struct pending *p = &rt.pending[t->id];
	unsigned flags = flags_of(p);

	if (flags & ACC_CHECKED || !p->offers || p->spinning || rt.filters)
		return; /* filters look at the running thread's stack */
	rt.clock = t->clock;
	rt.world.self = t->id;
	rt.locks = (uint64_t)t->locks << KEY_LOCKS_SHIFT;
	stamp_next();
	pends = t;
	access_pending(p->object, p->size, flags, p->pc);
	pends = 0;
}

/* Instructions before which a thread was kept, each once, as far as there is
 * room; full: they are told. */
static struct {
	uint64_t pc[256];
	size_t n;
} kept;

static void tell_kept(void)
{
	candidates_failed(
		table_now(), rt.channel->executions_begun, kept.pc, kept.n);
	kept.n = 0;
}

static void keep(uint64_t pc)
{
	for (size_t i = 0; i < kept.n; i++)
		if (kept.pc[i] == pc)
			return;
	if (!pc)
		return;
	if (kept.n == sizeof kept.pc / sizeof kept.pc[0])
		tell_kept();
	kept.pc[kept.n++] = pc;
}

void races_failed(void)
{
	struct thread *self = rt.self;
	uint32_t *clock = rt.clock;
	tid id = rt.world.self;

	for (tid i = 0; i < rt.world.threads; i++)
		if (is_thread(&rt.pending[i]) && thread_of(i) != self)
			see_pending(thread_of(i));
	rt.clock = clock;
	rt.world.self = id;
	if (self) /* none: all of them wait */
		rt.locks = (uint64_t)self->locks << KEY_LOCKS_SHIFT;
	stamp_next();
	if (!rt.world.raced)
		return;
	races_publish();
	for (uint32_t step = 1; step < rt.world.step; step++)
		keep(left_at(step));
	for (tid i = 0; i < rt.world.threads; i++)
		if (is_thread(&rt.pending[i]) && thread_of(i) != self)
			keep(rt.pending[i].pc);
	tell_kept();
}
