/* SPDX-License-Identifier: MIT */
/* footprint.c - collecting the accesses of a transition
 *
 * They go into one array, as they come; who settles them is the search's
 * affair.  Repetitions of the last few are left out here, which keeps loops
 * short.
 */
#include "native/footprint.h"
#include "native/audit/reduction.h"
#include "native/coarse.h"
#include "native/memory.h"
#include "native/model/written.h"
#include "native/posix/interrupted.h"
#include "native/reruns.h"
#include "native/spin/turn.h"
#include "native/threads/frames.h"

#include <sys/mman.h>

#include "search/depend.h"
#include "search/footprint.h"
#include "search/late.h"

enum {
	ACCESSES_MAX = 1 << 24, /* of one transition */
	RECENT = 16
};

static struct collection {
	struct access *access; /* [ACCESSES_MAX], sparse */
	uint32_t count;
	bool wanted;
} whole, operations;
static bool under_way;	  /* a transition is being made */
static bool silent;	  /* what it still does is nobody's */
static struct choice now; /* of the transition */
static uint64_t before;	  /* what it found at its object, of so many bytes */
static uint8_t valued;
static uint32_t step;
static struct pending begun;
static struct {
	uint64_t object;
	uint8_t kind;
} operation;

static void prepare(struct collection *c)
{
	if (c->access)
		return;
	c->access = mmap(0, ACCESSES_MAX * sizeof *c->access,
		PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->access == MAP_FAILED)
		run_error(ERR_IO, 0, "no memory for footprints" SC(437));
}

void footprint_init(void)
{
	bool audit = reduction_watches();
	bool search = search_wants_footprints(rt.search);

	turn_round();
	rt.footprints = search || audit || reruns_wanted();
	/* An audit of a search that is told nothing goes by all there is. */
	rt.coarse = rt.channel->coarse_now & COARSE_OPERATIONS ||
		    (audit && !search);
	rt.additions = rt.footprints &&
		       !(rt.channel->coarse_now & COARSE_ADDITIONS) &&
		       !rt.channel->config.search.unrefined;
	whole.wanted = audit || (search && rt.coarse);
	rt.watching_always =
		(whole.wanted || reruns_wanted() ? FOOTPRINTS : 0) |
		(rt.limited ? LIMITED : 0) |
		(rt.channel->coarse_now & COARSE_SIGNALS ? HANDLING : 0) |
		(rt.tracing ? TRACED : 0);
	rt.telling = rt.tracing || rt.footprints || rt.limited || rt.late;
	if (!rt.footprints)
		return;
	/* Both at once: later mappings would not be part of the template. */
	prepare(&whole);
	prepare(&operations);
	operations.wanted = search && !rt.coarse;
}

void footprint_launch(void)
{
	under_way = silent = false;
}

static void append(struct collection *c, struct access a)
{
	uint32_t from = c->count > RECENT ? c->count - RECENT : 0;

	for (uint32_t i = c->count; i-- > from;) {
		struct access *b = &c->access[i];

		if (b->address != a.address || b->size != a.size ||
			b->kind != a.kind)
			continue;
		if (!a.size) /* an object has one entry of a kind */
			b->write |= a.write;
		if (b->write >= a.write)
			return;
	}
	if (c->count == ACCESSES_MAX) { /* to be on the safe side of it */
		c->access[0] = (struct access){0, 0, 1, OP_process_leave, 0};
		return;
	}
	c->access[c->count++] = a;
}

/* Mostly one of the two is wanted. */
static inline void add_to(struct collection *c, struct access a)
{
	if (c->wanted && under_way && !silent)
		append(c, a);
}

static void add(struct access a)
{
	add_to(&whole, a);
	add_to(&operations, a);
}

static void add_object(uint64_t object, enum op kind, bool write)
{
	add((struct access){object, 0, write, (uint8_t)kind, 0});
}

/* The entries of buffers that a write covers, in memory. */
static void add_covered(
	struct collection *c, uint64_t address, size_t size, uint8_t kind)
{
	uint64_t last = 0;

	for (uint64_t at = address; written_any() && at < address + size;
		at++) {
		uint64_t entry = written_there(at, false);

		if (entry && entry != last)
			add_to(c, late_covered(entry, kind));
		last = entry;
	}
}

/* The entry whose value is read there by the thread that makes the transition
 * (which others may begin for it); 0: it reads memory.  Who waits for its
 * buffer does that. */
static uint64_t served_by(uint64_t byte)
{
	tid self = now.thread;
	uint64_t entry;

	if (op_late(operation.kind) == LATE_drains ||
		frames_private(thread_of(self), byte, 1))
		return 0;
	entry = buffer_serving(self, byte);
	if (!entry)
		entry = written_there(byte, true);
	return entry && entry_owner(entry) == self ? entry : 0;
}

static void add_plain(
	struct collection *c, uint64_t address, size_t size, bool write);

/* Whose life could end before its entry is made? */
static bool may_end(uint64_t address)
{
	const struct channel_module *program = &rt.channel->module[0];

	return address - program->start >= program->end - program->start &&
	       !thread_owns(thread_of(now.thread), address);
}

/* What ends there comes before or after that. */
static void add_life(struct collection *c, uint64_t address, size_t size)
{
	if (may_end(address))
		add_plain(c, address | LIFE, size, false);
}

/* A read, where stores are late. */
static void add_read(struct collection *c, uint64_t address, size_t size)
{
	uint64_t end = address + size, from = address, last;

	if (!rt.self || (!rt.world.late && !written_any())) {
		add_plain(c, address, size, false);
		if (c == &whole)
			add_life(c, address, size);
		return;
	}
	last = served_by(address);
	for (uint64_t at = address + 1; at <= end; at++) {
		uint64_t entry = at < end ? served_by(at) : ~last;

		if (entry == last)
			continue;
		if (last)
			add_to(c, late_served(last));
		else
			add_plain(c, from, at - from, false);
		if (last || c == &whole)
			add_life(c, from, at - from);
		from = at;
		last = entry;
	}
}

static void add_memory(
	struct collection *c, uint64_t address, size_t size, bool write)
{
	if (unlikely(rt.late) && !write && size) {
		add_read(c, address, size);
		return;
	}
	if (unlikely(rt.late) && write) {
		add_covered(c, address, size, OP_write);
		if (c == &whole)
			add_life(c, address, size);
	}
	add_plain(c, address, size, write);
}

static void add_plain(
	struct collection *c, uint64_t address, size_t size, bool write)
{
	while (size) {
		uint32_t n = size < 1u << 30 ? (uint32_t)size : 1u << 30;

		add_to(c, (struct access){address, n, write,
				  write ? OP_write : OP_read, 0});
		address += n;
		size -= n;
	}
}

void footprint_access(uint64_t address, size_t size, bool write)
{
	reruns_memory(address, size, write, write ? OP_write : OP_read);
	add_memory(&whole, address, size, write);
}

void footprint_memory(uint64_t address, size_t size, bool write)
{
	add_memory(&whole, address, size, write);
}

/* Is there a watch on the loop of the thread that makes the transition? */
static inline bool watched(void)
{
	return thread_of(now.thread)->spin.watch != 0;
}

/* The operation, of a sort that commutes.  By a thread whose loop is watched it
 * is more: see on_object(). */
static void add_sort(uint64_t address, uint32_t size, bool write)
{
	struct access a = {address, size, write, operation.kind, 0};

	reruns_memory(address, size, write, operation.kind);
	add_to(&operations, a);
	if (unlikely(rt.late)) {
		add_covered(&operations, address, size, a.kind);
		add_covered(&whole, address, size, a.kind);
		add_life(&whole, address, size);
	}
	if (watched())
		a.kind = write ? OP_write : OP_read;
	add_to(&whole, a);
}

void footprint_made(uint64_t address, size_t size, bool write)
{
	add_memory(&whole, address, size, write);
	add_memory(&operations, address, size, write);
}

/* What the operation that is being made does to an object. */
static uint8_t kind_on(const struct object *o)
{
	if (o->address == operation.object)
		return operation.kind;
	if (o->kind == OBJECT_MUTEX &&
		(operation.kind == OP_cond_wait ||
			operation.kind == OP_cond_timedwait))
		return OP_mutex_unlock;
	return OP_none;
}

/* By the operation that is being made, if it is one on this object.  Of a
 * thread whose loop is watched it notes the state that it meets, so that it
 * commutes with nothing; but that never mattered, where operations alone do.
 * (Most of it is told when the turn is over, too: tell_watched().  No program
 * is known that needs this; it costs traces at worst.) */
static void on_object(const struct object *o, bool changed)
{
	uint8_t kind = kind_on(o);

	reruns_object(o->address, kind, changed);
	add_to(&operations, (struct access){o->address, 0, changed, kind, 0});
	if (watched())
		kind = OP_none;
	add_to(&whole, (struct access){o->address, 0, changed, kind, 0});
}

/* What the operation that is being made does to a thread: who waits for its
 * end takes its result. */
static inline uint8_t kind_on_thread(uint64_t at)
{
	return at == operation.object &&
			       op_info[operation.kind].waits == WAITS_end
		       ? operation.kind
		       : OP_none;
}

void footprint_object(const struct object *o)
{
	on_object(o, true);
}

/* Objects go by their address in the test, threads by their number, as in what
 * is pending; the rest by its address. */
void footprint_state(const void *state, bool changed)
{
	uint64_t at = (uint64_t)state;
	uint64_t object = at - (uint64_t)rt.object;
	uint64_t thread = at - (uint64_t)rt.thread;

	if (is_entry(at)) {
		add(late_waited(at));
		return;
	}
	if (object < (uint64_t)OBJECTS_MAX * sizeof *rt.object) {
		on_object(&rt.object[object / sizeof *rt.object], changed);
		return;
	}
	if (thread < THREADS_MAX * sizeof *rt.thread) {
		const struct thread *t = &rt.thread[thread / sizeof *rt.thread];

		if (at - (uint64_t)t->scratch >= sizeof t->scratch)
			at = t->id;
	}
	reruns_object(at, OP_none, changed);
	add_object(at, kind_on_thread(at), changed);
}

void footprint_plain_state(const void *state)
{
	add_to(&whole, (struct access){(uint64_t)state, 0, 1, OP_none, 0});
}

void footprint_plain(uint64_t object)
{
	if (!rt.footprints)
		return;
	reruns_object(object, OP_none, true);
	add_object(object, OP_none, true);
}

static void become(const struct collection *c, enum op kind, uint32_t room)
{
	for (uint32_t i = 0; i < c->count; i++) {
		struct access *a = &c->access[i];

		if (a->address != operation.object || a->kind != operation.kind)
			continue;
		a->kind = (uint8_t)kind;
		a->room = (uint16_t)room;
	}
}

void footprint_became(enum op kind, uint32_t room)
{
	if (!rt.footprints)
		return;
	reruns_became(operation.kind, kind);
	become(&whole, kind, room);
	become(&operations, kind, room);
	operation.kind = (uint8_t)kind;
}

void footprint_relative(const void *state, enum op kind)
{
	if (!rt.footprints)
		return;
	reruns_object((uint64_t)state, kind, true);
	add_object((uint64_t)state, kind, true);
}

void footprint_late(struct access a)
{
	add(a);
}

void footprint_lives(uint64_t address, size_t size)
{
	add_life(&whole, address, size);
	add_life(&operations, address, size);
}

void footprint_ends(uint64_t address, size_t size)
{
	if (rt.footprints)
		add_plain(
			&whole, rt.late ? address | LIFE : address, size, true);
}

void footprint_freed(uint64_t address, size_t size)
{
	if (rt.footprints)
		reruns_memory(address, size, true, OP_write);
	footprint_ends(address, size);
}

/* The life of that memory is that of the store. */
void footprint_flushed(uint64_t address, size_t size)
{
	add_covered(&whole, address, size, OP_write);
	add_covered(&operations, address, size, OP_write);
	add_plain(&whole, address, size, true);
	add_plain(&operations, address, size, true);
}

void footprint_over(uint64_t address, size_t size)
{
	written_over(
		address, size, access_sort[operation.kind].bytes == BYTES_same);
}

void footprint_new_thread(tid t)
{
	if (rt.footprints)
		add_object(t, OP_thread_start, true);
}

void footprint_asks(tid t)
{
	if (!rt.footprints)
		return;
	reruns_object(t, OP_thread_cancel, true);
	add_object(t, OP_thread_cancel, true);
	add_object(t, OP_none, false);
}

void footprint_everything(void)
{
	if (rt.footprints)
		add_object(0, OP_process_leave, true);
}

void footprint_rest_is_nobodys(void)
{
	silent = true;
}

void footprint_last_resort(void)
{
	rt.world.last_resort = 1;
}

void footprint_looked(uint64_t object)
{
	add_object(object, OP_none, false);
}

/* With turns that are erased, for those who await a value. */
static void find_value(enum op kind, uint64_t object, uint32_t size)
{
	struct await_place *place;

	if (size > sizeof before || object != begun.object || valued ||
		op_info[kind].order == ORDER_no ||
		op_info[kind].order == ORDER_drains)
		return;
	before = memory_value(rt.self, object, size);
	valued = (uint8_t)size;
	place = awaits_place(&rt.channel->awaits, object, size);
	place->added |= kind_commutes_at_all(kind);
	coarse_awaited(place);
}

/* Who waits for the buffer has read what it had last, whether or not it is
 * empty by then; and who stores into it tells of that himself. */
static bool is_late(enum op kind)
{
	enum op_late late = op_late((uint8_t)kind);

	if (rt.self && !begun.internal &&
		(late == LATE_drains || buffer_is_closed(rt.self->id)))
		buffer_awaits(rt.self->id);
	return late == LATE_stores;
}

void footprint_operation(enum op kind, uint64_t object, uint32_t size)
{
	bool write = op_info[kind].footprint == FOOTPRINT_changes;

	if (rt.loop_turns && rt.loop_turns != TURNS_TOLD && under_way)
		find_value(kind, object, size);

	operation.object = object;
	operation.kind = (uint8_t)kind;
	reruns_operation(kind);
	if (unlikely(rt.late) && is_late(kind))
		return;
	switch ((enum op_footprint)op_info[kind].footprint) {
	case FOOTPRINT_apart:
		return;
	case FOOTPRINT_memory:
		write = op_info[kind].order != ORDER_loads;
		if (access_sort[kind].bytes == BYTES_same)
			add_sort(object, size, write);
		else
			footprint_made(object, size, write);
		return;
	case FOOTPRINT_all:
		footprint_everything();
		return;
	case FOOTPRINT_asks: /* what it does next may be to end */
		footprint_asks((tid)object);
		return;
	case FOOTPRINT_object:
	case FOOTPRINT_changes:
		break;
	}
	reruns_object(object, kind, write);
	add_object(object, kind, write);
	/* Who overwrites or frees the memory that an object lies in is no
	 * stranger to it. */
	if (object >= 4096 && object >> 44 != SHADOW_BASE >> 44) {
		reruns_memory(object, 1, false, OP_read);
		footprint_made(object, 1, false);
	}
}

void footprint_begin(const struct choice *c)
{
	footprint_end();
	reruns_decided();
	under_way = true;
	whole.count = operations.count = 0;
	now = *c;
	step = rt.world.step - 1;
	begun = rt.pending[c->thread];
	if (unlikely(c->alternative == SIGNAL_COMES)) { /* and not that */
		begun.kind = OP_signal_take;
		begun.object = 0;
	}
	operation.object = 0;
	operation.kind = OP_none;
	valued = 0;
	if (unlikely(rt.world.last_resort))
		footprint_everything();
	rt.world.last_resort = 0;
}

static void end(bool failed)
{
	struct transition done = {.choice = now,
		.step = step,
		.kind = begun.kind,
		.blocked = rt.self && !begun.internal &&
			   rt.pending[rt.self->id].live &&
			   !rt.pending[rt.self->id].offers,
		.object = begun.object,
		.before = before,
		.valued = valued,
		.pc = begun.pc,
		.access = whole.access,
		.accesses = whole.count};

	if (!under_way)
		return;
	silent = false;
	if (reduction_watches())
		reduction_transition(&done);
	if (failed)
		footprint_everything();
	under_way = false;
	if (!search_wants_footprints(rt.search) || done.step < rt.shared)
		return;
	done.accesses = whole.count;
	if (operations.wanted) {
		coarse_check(&begun, now.thread, operations.access,
			operations.count);
		done.access = operations.access;
		done.accesses = operations.count;
	}
	rt.channel->changing = 1;
	search_transition(rt.search, &done);
	rt.channel->changing = 0;
}

void footprint_end(void)
{
	end(false);
}

void footprint_fail(void)
{
	end(true);
}

void footprint_lost(void)
{
	static const struct access everything = {
		.write = 1, .kind = OP_process_leave};
	uint32_t n = rt.channel->schedule_length;
	struct transition done = {.access = &everything, .accesses = 1};

	if (!n || !search_wants_footprints(rt.search))
		return;
	done.choice = rt.channel->schedule[n - 1];
	done.step = n - 1;
	search_transition(rt.search, &done);
}
