/* SPDX-License-Identifier: MIT */
#include "native/model/buffer.h"
#include "native/footprint.h"
#include "native/internal.h"
#include "native/memory.h"
#include "native/model/written.h"
#include "native/offers.h"
#include "native/races/fenced.h"
#include "native/spin.h"
#include "native/threads/frames.h"
#include "native/trace.h"

#include "search/late.h"
#include "search/model.h"

static struct buffer *buffers;	   /* [THREADS_MAX] */
static struct late_place *places;  /* [THREADS_MAX][PLACES_MAX] */
static struct late_entry *entries; /* [THREADS_MAX][BUFFER_MAX] */
static bool partial;		   /* by pso */

#define BUFFERS_BYTES (THREADS_MAX * sizeof(struct buffer))
#define PLACES_BYTES                                                           \
	((uint64_t)THREADS_MAX * PLACES_MAX * sizeof(struct late_place))

uint64_t buffers_bytes(void)
{
	return BUFFERS_BYTES + PLACES_BYTES +
	       (uint64_t)THREADS_MAX * BUFFER_MAX * sizeof *entries;
}

void buffers_memory(void *memory)
{
	buffers = memory;
	places = (void *)((char *)memory + BUFFERS_BYTES);
	entries = (void *)((char *)places + PLACES_BYTES);
}

const struct buffer *buffer_of(tid t)
{
	return &buffers[t];
}

struct late_entry *buffer_entry(tid t, uint32_t number)
{
	return &entries[(size_t)t * BUFFER_MAX + number % BUFFER_MAX];
}

/* From the oldest on that others do not see: how many, gaps among them. */
static uint32_t waiting(const struct buffer *b)
{
	return b->stored - b->left;
}

static uint64_t object(tid t, uint32_t number)
{
	const struct late_entry *e = buffer_entry(t, number);

	return entry_of(t, e->place, e->number);
}

static struct buffer *change(tid t)
{
	undo_save(&buffers[t], sizeof buffers[t]);
	return &buffers[t];
}

static struct late_place *place_at(tid t, uint32_t k)
{
	return &places[(size_t)t * PLACES_MAX + k];
}

static struct late_place *change_place(tid t, uint32_t k)
{
	struct late_place *p = place_at(t, k);

	undo_save(p, sizeof *p);
	return p;
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
	if (e->hidden)
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

	for (uint32_t i = b->left; i != b->stored; i++) {
		struct late_entry *e = buffer_entry(t->id, i);

		if (e->hidden ||
			e->address - (uint64_t)t->stack_low >=
				(uint64_t)(t->stack_top - t->stack_low))
			continue;
		if (!top)
			top = frames_of_test();
		if (e->address < top) {
			undo_save(e, sizeof *e);
			e->hidden |= ENTRY_GONE;
		}
	}
}

void view_take_off(void)
{
	struct thread *t = thread_of((tid)(rt.world.viewer - 1));
	const struct buffer *b = &buffers[t->id];

	if (t == rt.self)
		forget_below(t);
	for (uint32_t i = b->stored; i-- != b->left;)
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
	for (uint32_t i = b->left; i != b->stored; i++)
		swap(buffer_entry(t->id, i));
	rt.world.viewer = (tid)(t->id + 1);
}

/* Bytes of an entry that lie among n at the address. */
static void overlay(
	const struct late_entry *e, uint64_t address, void *out, size_t n)
{
	const unsigned char *bytes = (const void *)&e->bytes;

	for (size_t i = 0; i < e->size && !e->hidden; i++)
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

		for (uint32_t i = o->stored; i-- != o->left;)
			overlay(buffer_entry(other, i), address, &value, n);
	}
	for (uint32_t i = b->left; i != b->stored; i++)
		overlay(buffer_entry(t->id, i), address, &value, n);
	return value;
}

uint64_t buffer_serving(tid t, uint64_t byte)
{
	const struct buffer *b = &buffers[t];

	for (uint32_t i = b->stored; i-- != b->left;) {
		const struct late_entry *e = buffer_entry(t, i);

		if (!e->hidden && byte - e->address < e->size)
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

/* Which buffer of the running thread has stores to this address: by the past of
 * that thread alone. */
static uint32_t buffer_for(uint64_t address)
{
	tid self = rt.self->id;
	struct buffer *b;
	uint32_t k = 0;

	if (!partial)
		return 0;
	while (k < buffers[self].places &&
		place_at(self, k)->word != address / 8)
		k++;
	if (k == PLACES_MAX) {
		caveat(CAVEAT_unbuffered,
			"stores of thread T%u to more than %d places: those to "
			"others leave in order",
			self, PLACES_MAX);
		return PLACES_MAX - 1;
	}
	if (k < buffers[self].places)
		return k;
	b = change(self);
	change_place(self, k)->word = address / 8;
	return b->places++;
}

static void begin_flushing(struct late_place *place, uint32_t k,
	uint64_t address, size_t n, uint64_t pc)
{
	struct thread_name name = {
		.creator = rt.self->id, .kind = NAME_buffer, .nth = k};
	struct pending *p = internal_place(name, OP_flush, address);

	p->size = (uint32_t)n;
	p->pc = pc;
	place->flusher = (tid)(p - rt.pending);
	place->oldest = buffers[rt.self->id].stored;
	rt.world.buffers++;
}

/* NULL: there is no room, and the store is made at once. */
static struct late_entry *append(
	uint64_t address, size_t n, bool release, uint64_t pc)
{
	tid self = rt.self->id;
	uint32_t k = buffer_for(address);
	struct buffer *b = change(self);
	struct late_place *place = change_place(self, k);
	struct late_entry *e;

	if (waiting(b) == BUFFER_MAX) {
		caveat(CAVEAT_unbuffered,
			"more than %d stores of thread T%u that others do not "
			"see yet",
			BUFFER_MAX, self);
		rt.world.overtook = 1;
		return 0;
	}
	if (place->stored == place->flushed)
		begin_flushing(place, k, address, n, pc);
	e = buffer_entry(self, b->stored);
	undo_save(e, sizeof *e);
	*e = (struct late_entry){.address = address,
		.size = (uint8_t)n,
		.pc = pc,
		.place = (uint16_t)k,
		.number = place->stored,
		.after = !partial  ? 0
			 : release ? b->stored
				   : b->fenced};
	__builtin_memcpy(&e->bytes, (const void *)address, n);
	if (unlikely(rt.footprints)) {
		footprint_late(late_made(object(self, b->stored)));
		footprint_lives(address, n);
		if (frames_private(rt.self, address, n))
			rt.channel->late_private = 1;
	}
	if (unlikely(rt.tracing))
		e->event = trace_late();
	b->stored++;
	if (partial && store_is_fenced(pc))
		b->closed = b->stored;
	place->stored++;
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
	struct late_entry *e = append(address, n, releases(mo), pc);

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

/* By pso what lies in two places is two stores. */
void buffer_store_begins(uint64_t address, size_t n, uint64_t pc)
{
	for (size_t at = 0, part; at < n; at += part) {
		part = partial ? 8 - ((address + at) & 7) : 8;
		part = n - at < part ? n - at : part;
		append(address + at, part, false, pc);
	}
}

bool buffer_has_room(uint64_t address, size_t n)
{
	if (!partial || (address & 7) + n <= 8)
		return true;
	caveat(CAVEAT_unbuffered, "%zu bytes that are not aligned", n);
	return false;
}

void buffer_fence(void)
{
	if (partial)
		change(rt.self->id)->fenced = buffers[rt.self->id].stored;
}

void buffer_waited(struct thread *t)
{
	if (buffers[t->id].drained != buffers[t->id].stored)
		change(t->id)->drained = buffers[t->id].stored;
}

bool buffer_is_closed(tid t)
{
	const struct buffer *b = &buffers[t];

	return b->closed == b->stored && b->stored != b->drained;
}

/* --- what has to be seen before --------------------------------------------
 */

/* Of each buffer of thread t the newest entry before that number has to be seen
 * first: by who waits, and by a release.  What an entry had to wait for itself
 * is before that one, and what the thread has waited for before its next
 * operation. */
static void wait_for_all(tid t, uint32_t number)
{
	const struct buffer *b = &buffers[t];
	uint32_t from = b->drained < number ? b->drained : number;
	uint64_t told[PLACES_MAX / 64] = {0};

	for (uint32_t i = number; i-- > from;) {
		const struct late_entry *e = buffer_entry(t, i);

		if (b->stored - i > BUFFER_MAX) {
			caveat(CAVEAT_unbuffered,
				"more than %d stores of thread T%u, none of "
				"which waits for others",
				BUFFER_MAX, t);
			return;
		}
		if (!(told[e->place / 64] >> e->place % 64 & 1))
			footprint_late(late_waited(object(t, i)));
		told[e->place / 64] |= 1ull << e->place % 64;
		if (e->after > from)
			from = e->after;
	}
}

void buffer_awaits(tid t)
{
	const struct buffer *b = &buffers[t];

	if (partial)
		wait_for_all(t, b->stored);
	else if (b->stored)
		footprint_late(late_waited(object(t, b->stored - 1)));
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
	footprint_flushed(e->address, e->size);
	if (!e->hidden)
		written_by(e->address, e->size, entry);
}

static void make_visible(const struct late_entry *e)
{
	save(e->address, e->size);
	__builtin_memcpy((void *)e->address, &e->bytes, e->size);
	publish(e);
}

static uint32_t place_flushed_by(const struct pending *p)
{
	uint32_t k = 0;

	while (place_at(p->owner, k)->flusher != p - rt.pending ||
		place_at(p->owner, k)->flushed == place_at(p->owner, k)->stored)
		k++;
	return k;
}

/* It is seen by all. */
static void leave(tid t, uint32_t number)
{
	struct buffer *b = change(t);
	struct late_entry *e = buffer_entry(t, number);

	undo_save(e, sizeof *e);
	e->hidden |= ENTRY_LEFT;
	while (waiting(b) && buffer_entry(t, b->left)->hidden & ENTRY_LEFT)
		b->left++;
	rt.world.late--;
}

static void flush(struct pending *p, uint32_t alternative)
{
	tid owner = p->owner;
	uint32_t k = place_flushed_by(p);
	struct late_place *place = change_place(owner, k);
	const struct late_entry *e = buffer_entry(owner, place->oldest);
	uint64_t entry = object(owner, place->oldest);

	(void)alternative;
	if (unlikely(rt.footprints)) {
		tell_visible(owner, e, entry);
		wait_for_all(owner, e->after);
	}
	if (!e->hidden)
		make_visible(e);
	if (unlikely(rt.tracing))
		trace_visible(e->bytes, e->pc, e->event);
	leave(owner, place->oldest);
	place->flushed++;
	if (place->flushed == place->stored) {
		rt.world.buffers--;
		internal_end(p);
		return;
	}
	internal_touch(p);
	do
		e = buffer_entry(owner, ++place->oldest);
	while (e->place != k);
	p->object = e->address;
	p->size = e->size;
	p->pc = e->pc;
}

/* --- memory that is no longer there ------------------------------------------
 */

static void forget_of(tid t, uint64_t address, size_t n)
{
	const struct buffer *b = &buffers[t];

	for (uint32_t i = b->left; i != b->stored; i++) {
		struct late_entry *e = buffer_entry(t, i);

		if (!e->hidden && e->address < address + n &&
			address < e->address + e->size) {
			undo_save(e, sizeof *e);
			e->hidden |= ENTRY_GONE;
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

		for (uint32_t i = b->left; i != b->stored; i++) {
			const struct late_entry *e = buffer_entry(t, i);

			if (!e->hidden && e->address < address + n &&
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
	return buffers[t->id].stored != buffers[t->id].drained;
}

static bool is_open(const struct thread *t)
{
	return is_empty(t) || !buffer_is_closed(t->id);
}

static bool is_closed(const struct thread *t)
{
	return buffer_is_closed(t->id);
}

static const void *newest(const struct thread *t)
{
	return (const void *)object(t->id, buffers[t->id].stored - 1);
}

/* By pso a release leaves once all before it have. */
static void offer_flush(struct thread *t, struct pending *p)
{
	const struct buffer *b = &buffers[p->owner];
	const struct late_place *place =
		place_at(p->owner, place_flushed_by(p));

	(void)t;
	p->offers = b->left >= buffer_entry(p->owner, place->oldest)->after;
	p->elsewhere = !p->offers;
	if (p->offers)
		p->offer = 0;
	else
		p->waits = object(p->owner, b->left);
}

void buffer_register(void);
void buffer_register(void)
{
	static const struct offer_condition condition = {
		is_empty, has_stored, newest};
	static const struct offer_condition closed = {
		is_open, is_closed, newest};

	if (!rt.late)
		return;
	partial = rt.channel->config.model == MODEL_pso;
	act_of[OP_flush] = flush;
	if (partial) {
		offer_of[OP_flush] = offer_flush;
		caveat(CAVEAT_words, "%s", "");
	}
	caveat(CAVEAT_posix_order, "%s", "");
	for (int kind = 0; kind < OP_COUNT; kind++) {
		enum op_late late = op_late((uint8_t)kind);

		if (late == LATE_drains && kind != OP_process_leave)
			offers_require((enum op)kind, &condition);
		else if (partial && rt.fences && late != LATE_nothing &&
			 kind != OP_flush)
			offers_require((enum op)kind, &closed);
	}
}
