/* SPDX-License-Identifier: MIT */
#include "native/reruns.h"
#include "native/heap/heap.h"
#include "native/threads/thread.h"

#include <sys/mman.h>

#include "base/hash.h"
#include "channel/reruns.h"
#include "search/access_trace.h"

enum {
	EVENTS_MAX = 1 << 24, /* of one execution */
	CREATORS_MAX = 64,
	LOOKS_MAX = 1 << 20
};

static struct access_trace *trace;
static struct access_event *event; /* [EVENTS_MAX], sparse */
static uint32_t events;
static bool dropped;	 /* one that had no room */
static uint32_t *before; /* [STEPS_MAX]: events before a step's decision */
static struct channel_reruns *table;

static void *memory(size_t bytes)
{
	void *p = mmap(0, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		run_error(ERR_IO, 0,
			"no memory to count executions made again" SC(437));
	return p;
}

void reruns_init(void)
{
	table = (struct channel_reruns *)CHANNEL_RERUNS_BASE;
	trace = memory(sizeof *trace);
	trace->unrefined = rt.channel->config.search.unrefined;
	event = memory(EVENTS_MAX * sizeof *event);
	before = memory(STEPS_MAX * sizeof *before);
}

void reruns_share_no_more(void)
{
	if (reruns_wanted())
		madvise((void *)CHANNEL_RERUNS_BASE,
			sizeof(struct channel_reruns), MADV_DONTFORK);
}

void reruns_begin(void)
{
	events = 0;
	dropped = false;
}

/* Also that of the first decision is one that checkpoints go back to. */
void reruns_go_back(void)
{
	if (!reruns_wanted())
		return;
	events = before[rt.world.step];
	dropped = dropped && events == EVENTS_MAX;
}

void reruns_decided(void)
{
	if (reruns_wanted())
		before[rt.world.step - 1] = events;
}

/* --- names that all processes agree on --------------------------------------
 */

static uint64_t name_of(tid t)
{
	uint64_t name = 0;

	for (unsigned i = 0; t != TID_NONE && i < CREATORS_MAX; i++) {
		name = hash_mix(name ^ (thread_of(t)->nth + 1ull));
		t = thread_of(t)->creator;
	}
	return name;
}

static void place(struct access_event *e, uint64_t address)
{
	bool tls, guard;
	uint64_t base;
	tid t = heap_owner(address, &base);

	if (t != TID_NONE) {
		e->place = address - base;
		e->space = name_of(t);
		return;
	}
	t = stack_slot_of(address, &tls, &guard);
	e->place = address;
	if (t == TID_NONE || !thread_owns(thread_of(t), address))
		return;
	e->place = address - thread_of(t)->own_low;
	e->space = ~name_of(t);
}

/* Of the runtime's own memory a thread's struct depends on its number. */
static void place_object(struct access_event *e, uint64_t object)
{
	uint64_t at = object - (uint64_t)rt.thread;
	tid t = (tid)(at / sizeof *rt.thread);

	e->space = 1;
	if (object < THREADS_MAX) {
		e->place = name_of((tid)object);
	} else if (at < THREADS_MAX * sizeof *rt.thread) {
		e->space = name_of(t);
		e->place = ~(at % sizeof *rt.thread);
	} else {
		place(e, object);
	}
}

/* --- the log ----------------------------------------------------------------
 */

/* Does the running thread do what it does, or does it wait for a decision? */
static bool runs(void)
{
	const struct pending *p;

	if (!reruns_wanted() || !rt.self || !rt.on || rt.trial)
		return false;
	p = &rt.pending[rt.self->id];
	return p->live && (p->kind == OP_none || p->kind == OP_thread_start);
}

static struct access_event *next(enum access_what what, uint8_t kind)
{
	struct access_event *e = &event[events];

	if (events == EVENTS_MAX) {
		dropped = true;
		return NULL;
	}
	events++;
	*e = (struct access_event){.thread = name_of(rt.self->id),
		.what = (uint8_t)what,
		.kind = kind};
	return e;
}

void reruns_operation(enum op kind)
{
	struct access_event *e;

	/* Points of some jobs alone. */
	if (op_info[kind].class == CLASS_data || kind == OP_await || !runs())
		return;
	e = next(ACCESS_OPERATION, (uint8_t)kind);
	if (e)
		e->place = rt.self->granted;
}

void reruns_memory(uint64_t address, size_t size, bool write, uint8_t kind)
{
	struct access_event *e;

	if (!size || !runs())
		return;
	e = next(ACCESS_MEMORY, kind);
	if (!e)
		return;
	e->size = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
	e->write = write;
	place(e, address);
}

void reruns_object(uint64_t object, uint8_t kind, bool changed)
{
	struct access_event *e;

	if (!runs())
		return;
	e = next(kind == OP_thread_cancel ? ACCESS_ASKS : ACCESS_OBJECT, kind);
	if (!e)
		return;
	e->write = changed;
	place_object(e, object);
}

void reruns_became(uint8_t from, uint8_t kind)
{
	uint32_t first;

	if (!runs())
		return;
	first = rt.world.step ? before[rt.world.step - 1] : 0;
	for (uint32_t i = events; i-- > first;)
		if (event[i].kind == from)
			event[i].kind = kind;
}

/* --- the table --------------------------------------------------------------
 */

/* Whose it is; who has taken the row says so at once. */
static uint16_t owner(uint64_t row)
{
	for (unsigned i = 0; i < LOOKS_MAX; i++)
		if (table->job[row])
			return table->job[row];
	return 0;
}

static void enter(uint64_t hash)
{
	struct channel *c = rt.channel;
	uint16_t own = (uint16_t)c->config.reruns, other;
	uint64_t row = hash % RERUNS_ROWS, found;

	while ((found = table->trace[row]) != hash) {
		if (found) {
			row = (row + 1) % RERUNS_ROWS;
			continue;
		}
		if (table->rows >= RERUNS_ROWS / 4 * 3) {
			c->reruns.unknown++;
			return;
		}
		if (__sync_bool_compare_and_swap(&table->trace[row], 0, hash)) {
			table->job[row] = own;
			__sync_fetch_and_add(&table->rows, 1);
			return;
		}
	}
	other = owner(row);
	if (other == own)
		c->reruns.own++;
	else if (other)
		c->reruns.earlier++;
	else
		c->reruns.unknown++;
}

void reruns_end(void)
{
	rt.channel->reruns.executions++;
	access_trace_begin(trace);
	for (uint32_t i = 0; i < events && !trace->full; i++)
		access_trace_add(trace, &event[i]);
	if (dropped || trace->full)
		rt.channel->reruns.unknown++;
	else
		enter(hash_mix(access_trace_hash(trace) ^ rt.outcome.kind) | 1);
}

void reruns_lost(void)
{
	rt.channel->reruns.executions++;
	rt.channel->reruns.unknown++;
}
