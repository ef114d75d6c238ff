/* SPDX-License-Identifier: MIT */
#include "native/model/buffer.h"
#include "native/footprint.h"
#include "native/internal.h"
#include "native/memory.h"
#include "native/model/written.h"
#include "native/offers.h"
#include "native/spin.h"
#include "native/threads/frames.h"
#include "native/trace.h"

#include "search/late.h"

static struct buffer *buffers;	   /* [THREADS_MAX] */
static struct late_entry *entries; /* [THREADS_MAX][BUFFER_MAX] */

#define BUFFERS_BYTES (THREADS_MAX * sizeof(struct buffer))

uint64_t buffers_bytes(void)
{
	return BUFFERS_BYTES +
	       (uint64_t)THREADS_MAX * BUFFER_MAX * sizeof *entries;
}

void buffers_memory(void *memory)
{
	buffers = memory;
	entries = (void *)((char *)memory + BUFFERS_BYTES);
}

const struct buffer *buffer_of(tid t)
{
	return &buffers[t];
}

struct late_entry *buffer_entry(tid t, uint32_t number)
{
	return &entries[(size_t)t * BUFFER_MAX + number % BUFFER_MAX];
}

static uint32_t waiting(const struct buffer *b)
{
	return b->stored - b->flushed;
}

static uint64_t object(tid t, uint32_t number)
{
	return entry_of(t, 0, number);
}

static struct buffer *change(tid t)
{
	undo_save(&buffers[t], sizeof buffers[t]);
	return &buffers[t];
}

/* --- the view --------------------------------------------------------------
 */

static inline void exchange(void *a, void *b, size_t n)
{
	unsigned char *p = a, *q = b;

	while (n--) {
		unsigned char byte = *p;

		*p++ = *q;
		*q++ = byte;
	}
}

/* As it is changed, so it is saved: by whole words, wherever it lies. */
static void save(uint64_t address, size_t n)
{
	for (uint64_t at = address & ~7ull; at < address + n; at += 8)
		undo_save8((void *)at);
}

static void swap(struct late_entry *e)
{
	if (e->gone)
		return;
	save(e->address, e->size);
	undo_save8(&e->bytes);
	exchange((void *)e->address, &e->bytes, e->size);
}

/* Where the frames of the test begin, above those of the runtime. */
static uint64_t frames_of_test(void)
{
	const uint64_t *frame = __builtin_frame_address(0);

	while (inventory_is_ours(frame[1])) {
		uint64_t next = frame[0];

		if (next <= (uint64_t)frame || next & 7 ||
			next >= (uint64_t)rt.self->stack_top - 16)
			return (uint64_t)(frame + 2);
		frame = (const void *)next;
	}
	return (uint64_t)(frame + 2);
}

/* Entries in frames that were left, by a way that was not told, where by now
 * the runtime has its own. */
static void forget_below(const struct thread *t)
{
	const struct buffer *b = &buffers[t->id];
	uint64_t top = 0;

	for (uint32_t i = b->flushed; i != b->stored; i++) {
		struct late_entry *e = buffer_entry(t->id, i);

		if (e->gone || e->address - (uint64_t)t->stack_low >=
				       (uint64_t)(t->stack_top - t->stack_low))
			continue;
		if (!top)
			top = frames_of_test();
		if (e->address < top) {
			undo_save(e, sizeof *e);
			e->gone = 1;
		}
	}
}

void view_take_off(void)
{
	struct thread *t = thread_of((tid)(rt.world.viewer - 1));
	const struct buffer *b = &buffers[t->id];

	if (t == rt.self)
		forget_below(t);
	for (uint32_t i = b->stored; i-- != b->flushed;)
		swap(buffer_entry(t->id, i));
	rt.world.viewer = 0;
}

void view_put_on(const struct thread *t)
{
	const struct buffer *b = &buffers[t->id];

	if (rt.world.viewer == t->id + 1)
		return;
	if (rt.world.viewer)
		view_take_off();
	if (!waiting(b))
		return;
	for (uint32_t i = b->flushed; i != b->stored; i++)
		swap(buffer_entry(t->id, i));
	rt.world.viewer = (tid)(t->id + 1);
}

/* Bytes of an entry that lie among n at the address. */
static void overlay(
	const struct late_entry *e, uint64_t address, void *out, size_t n)
{
	const unsigned char *bytes = (const void *)&e->bytes;

	for (size_t i = 0; i < e->size && !e->gone; i++)
		if (e->address + i - address < n)
			((unsigned char *)out)[e->address + i - address] =
				bytes[i];
}

uint64_t buffer_value(const struct thread *t, uint64_t address, size_t n)
{
	const struct buffer *b = &buffers[t->id];
	uint64_t value = 0;

	__builtin_memcpy(&value, (const void *)address, n);
	if (!rt.world.late || rt.world.viewer == t->id + 1)
		return value;
	if (rt.world.viewer) {
		tid other = (tid)(rt.world.viewer - 1);
		const struct buffer *o = &buffers[other];

		for (uint32_t i = o->stored; i-- != o->flushed;)
			overlay(buffer_entry(other, i), address, &value, n);
	}
	for (uint32_t i = b->flushed; i != b->stored; i++)
		overlay(buffer_entry(t->id, i), address, &value, n);
	return value;
}

uint64_t buffer_serving(tid t, uint64_t byte)
{
	const struct buffer *b = &buffers[t];

	for (uint32_t i = b->stored; i-- != b->flushed;) {
		const struct late_entry *e = buffer_entry(t, i);

		if (!e->gone && byte - e->address < e->size)
			return object(t, i);
	}
	return 0;
}

bool buffer_serves(uint64_t address, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!buffer_serving(rt.self->id, address + i))
			return false;
	return true;
}

/* --- stores ----------------------------------------------------------------
 */

static void begin_flushing(
	struct buffer *b, uint64_t address, size_t n, uint64_t pc)
{
	struct thread_name name = {
		.creator = rt.self->id, .kind = NAME_buffer, .nth = 0};
	struct pending *p = internal_place(name, OP_flush, address);

	p->size = (uint32_t)n;
	p->pc = pc;
	b->flusher = (tid)(p - rt.pending);
	rt.world.buffers++;
}

/* NULL: there is no room, and the store is made at once. */
static struct late_entry *append(uint64_t address, size_t n, uint64_t pc)
{
	tid self = rt.self->id;
	struct buffer *b = change(self);
	struct late_entry *e;

	if (waiting(b) == BUFFER_MAX) {
		caveat(CAVEAT_unbuffered,
			"more than %d stores of thread T%u that others do not "
			"see yet",
			BUFFER_MAX, self);
		return 0;
	}
	if (!waiting(b))
		begin_flushing(b, address, n, pc);
	e = buffer_entry(self, b->stored);
	undo_save(e, sizeof *e);
	*e = (struct late_entry){
		.address = address, .size = (uint8_t)n, .pc = pc};
	__builtin_memcpy(&e->bytes, (const void *)address, n);
	if (unlikely(rt.footprints)) {
		footprint_late(late_made(object(self, b->stored)));
		footprint_lives(address, n);
	}
	if (unlikely(rt.tracing))
		e->event = trace_late();
	b->stored++;
	b->used = 1;
	rt.world.late++;
	rt.world.viewer = (tid)(self + 1);
	/* What it puts there is flushed some time, whatever was there before.
	 */
	spin_abandon();
	return e;
}

void buffer_store(
	uint64_t address, const void *from, size_t n, int mo, uint64_t pc)
{
	struct late_entry *e = append(address, n, pc);

	save(address, n);
	__builtin_memcpy((void *)address, from, n);
	if (!e) {
		MEMORY_ORDER(stored, address, n, mo);
		return;
	}
	e->atomic = 1;
	if (releases(mo) || rt.self->released) {
		(void)atomic_of(address, n);
		e->note = releases(mo) ? hb_note()
				       : hb_note_copy(rt.self->released);
	}
}

void buffer_store_begins(uint64_t address, size_t n, uint64_t pc)
{
	for (size_t at = 0; at < n; at += 8)
		append(address + at, n - at < 8 ? n - at : 8, pc);
}

void buffer_waited(struct thread *t)
{
	if (buffers[t->id].used)
		change(t->id)->used = 0;
}

/* --- flushes ---------------------------------------------------------------
 */

static void publish(const struct late_entry *e)
{
	struct object *o = e->note ? atomic_of(e->address, e->size)
				   : object_here(e->address);

	if (!e->atomic || !o)
		return;
	hb_forget(o);
	if (e->note)
		hb_publish(o, e->note);
}

/* Memory that is gone is told, too: its flush is what it would have been before
 * that.  Of its owner's stack only what others ever touched is memory to
 * anybody. */
static void tell_visible(tid owner, const struct late_entry *e, uint64_t entry)
{
	footprint_late(late_made(entry));
	if (frames_private(thread_of(owner), e->address, e->size))
		return;
	footprint_made(e->address, e->size, true);
	if (!e->gone)
		written_by(e->address, e->size, entry);
}

static void make_visible(const struct late_entry *e)
{
	save(e->address, e->size);
	__builtin_memcpy((void *)e->address, &e->bytes, e->size);
	publish(e);
}

static void flush(struct pending *p, uint32_t alternative)
{
	tid owner = p->owner;
	struct buffer *b = change(owner);
	const struct late_entry *e = buffer_entry(owner, b->flushed);
	uint64_t entry = object(owner, b->flushed);

	(void)alternative;
	if (unlikely(rt.footprints))
		tell_visible(owner, e, entry);
	if (!e->gone)
		make_visible(e);
	if (unlikely(rt.tracing))
		trace_visible(e->bytes, e->pc, e->event);
	b->flushed++;
	rt.world.late--;
	if (!waiting(b)) {
		rt.world.buffers--;
		internal_end(p);
		return;
	}
	internal_touch(p);
	e = buffer_entry(owner, b->flushed);
	p->object = e->address;
	p->size = e->size;
	p->pc = e->pc;
}

/* --- memory that is no longer there ------------------------------------------
 */

static void forget_of(tid t, uint64_t address, size_t n)
{
	const struct buffer *b = &buffers[t];

	for (uint32_t i = b->flushed; i != b->stored; i++) {
		struct late_entry *e = buffer_entry(t, i);

		if (!e->gone && e->address < address + n &&
			address < e->address + e->size) {
			undo_save(e, sizeof *e);
			e->gone = 1;
		}
	}
}

void buffers_forget(uint64_t address, size_t n)
{
	for (tid t = 0; rt.world.late && t < rt.world.threads; t++)
		forget_of(t, address, n);
}

bool buffer_waits(tid t)
{
	return waiting(&buffers[t]) != 0;
}

bool buffers_touch(uint64_t address, size_t n)
{
	for (tid t = 0; rt.world.late && t < rt.world.threads; t++) {
		const struct buffer *b = &buffers[t];

		for (uint32_t i = b->flushed; i != b->stored; i++) {
			const struct late_entry *e = buffer_entry(t, i);

			if (!e->gone && e->address < address + n &&
				address < e->address + e->size)
				return true;
		}
	}
	return false;
}

/* --- who waits -------------------------------------------------------------
 */

static bool is_empty(const struct thread *t)
{
	return !waiting(&buffers[t->id]);
}

static bool has_stored(const struct thread *t)
{
	return buffers[t->id].used;
}

static const void *newest(const struct thread *t)
{
	return (const void *)object(t->id, buffers[t->id].stored - 1);
}

void buffer_register(void);
void buffer_register(void)
{
	static const struct offer_condition condition = {
		is_empty, has_stored, newest};

	if (!rt.late)
		return;
	act_of[OP_flush] = flush;
	caveat(CAVEAT_posix_order, "%s", "");
	for (int kind = 0; kind < OP_COUNT; kind++)
		if (op_late((uint8_t)kind) == LATE_drains &&
			kind != OP_process_leave)
			offers_require((enum op)kind, &condition);
}
