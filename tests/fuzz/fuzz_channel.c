/* SPDX-License-Identifier: MIT */
/* What a test process left in the channel: a sound one, then stray writes.
 * Whatever channel_check lets pass is told in every way there is. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "report/json.h"
#include "report/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	THREADS = 3,
	EVENTS = 12,
	STEPS = 20
};

static uint64_t place_in_code(unsigned n)
{
	return (uint64_t)(uintptr_t)&LLVMFuzzerTestOneInput + n;
}

static void no_threads(struct channel_place *p)
{
	p->block_thread = p->freed_thread = p->stack_of = p->tls_of = TID_NONE;
}

static void stack(struct channel_stack *s, tid t)
{
	s->thread = t;
	s->frames = 2;
	s->pc[0] = place_in_code(8);
	s->pc[1] = place_in_code(16);
}

static void one_bug(struct channel *c, unsigned n, enum bug_kind kind)
{
	struct channel_bug *b = &c->bug[n];

	b->kind = kind;
	b->thread = (tid)(n % THREADS);
	snprintf(b->message, sizeof b->message, "what happened");
	b->execution = n + 1;
	b->pc = place_in_code(8);
	no_threads(&b->place);
	b->place.address = b->place.block = 0x200000001000;
	b->place.block_size = 64;
	stack(&b->stack, b->thread);
	stack(&b->other, 0);
	b->schedule_length = STEPS;
	b->schedule_offset = 0;
	b->waits = 2;
	for (unsigned w = 0; w < 2; w++) {
		b->wait[w].thread = (tid)w;
		b->wait[w].owner = (tid)(1 - w);
		b->wait[w].kind = OP_mutex_lock;
		b->wait[w].object = 0x200000001000;
		stack(&b->wait[w].stack, (tid)w);
	}
}

/* Looking up symbols takes a hundred times as long as all the rest. */
static void fill(struct channel *c, bool symbols)
{
	struct choice *steps = (struct choice *)(void *)c->blob;
	struct channel_module *m = &c->module[0];

	snprintf(m->path, sizeof m->path, "%s",
		symbols ? "/proc/self/exe" : "/nowhere/prog");
	m->start = place_in_code(0) & ~0xfffull;
	m->end = m->start + 0x100000;
	c->magic = CHANNEL_MAGIC;
	c->version = CHANNEL_VERSION;
	c->bytes = sizeof *c;
	c->modules = 1;
	c->state = RUN_DONE;
	c->count.executions = 7;
	c->thread_names = THREADS;
	for (unsigned t = 0; t < THREADS; t++)
		c->thread_name[t] = (struct thread_name){
			t ? 0 : TID_NONE, 0, t ? t - 1 : 0};
	for (unsigned i = 0; i < STEPS; i++)
		steps[i].thread = c->schedule[i].thread = (tid)(i % THREADS);
	c->schedule_length = STEPS;
	c->blob_used = STEPS * sizeof *steps;
	one_bug(c, 0, BUG_assertion);
	one_bug(c, 1, BUG_deadlock);
	one_bug(c, 2, BUG_use_after_free);
	c->bugs = 3;
	for (unsigned i = 0; i < EVENTS; i++) {
		struct trace_event *e = &c->event[i];

		e->step = i;
		e->thread = (tid)(i % THREADS);
		e->kind = (uint8_t)(1 + i * 5 % (OP_COUNT - 1));
		e->flags = (uint8_t)(EVENT_POINT | EVENT_HAS_VALUE);
		e->size = 4;
		e->other = TID_NONE;
		no_threads(&e->place);
		e->place.address = place_in_code(0) + i;
		stack(&e->stack, e->thread);
	}
	c->events = EVENTS;
	c->races = 1;
	c->race[0].first.pc = place_in_code(4);
	c->race[0].second.pc = place_in_code(12);
	c->race[0].second.thread = 1;
	c->race[0].second.creator = TID_NONE;
	c->race[0].first.creator = TID_NONE;
	c->race[0].second.write = 1;
	no_threads(&c->race[0].place);
	stack(&c->race[0].second.stack, 1);
	c->candidate[0] = (struct race){.one = {.pc = place_in_code(4)},
		.two = {.pc = place_in_code(12), .kind = RACE_WRITE},
		.count = 1,
		.execution = 1,
		.execution_last = 1,
		.seen = RACE_SEEN_PLAIN,
		.orders = RACE_ONE_FIRST};
	memcpy(c->output, "hello\nyou\n", 10);
	c->output_length = 10;
	c->chunks = 2;
	c->chunk[0] = (struct output_chunk){0, 6, 1, 0, 1, 0};
	c->chunk[1] = (struct output_chunk){6, 4, 2, 1, 2, 0};
}

/* Where stray writes go: the start of everything that is counted. */
static char *part(struct channel *c, unsigned n, size_t *size)
{
#define PART(field, bytes)                                                     \
	{                                                                      \
		(char *)&c->field, bytes                                       \
	}
	const struct {
		char *at;
		size_t size;
	} parts[] = {
		PART(magic, offsetof(struct channel, module)),
		PART(module, 2 * sizeof c->module[0]),
		PART(points, 4096),
		PART(races, 4096),
		PART(bugs, 4096),
		PART(bug[0], offsetof(struct channel_bug, wait)),
		PART(bug[1], sizeof c->bug[0]),
		PART(bug[2], offsetof(struct channel_bug, wait)),
		PART(thread_names, 256),
		PART(schedule_length, 256),
		PART(output_length, 256),
		PART(output, 16),
		PART(events, 4096),
		PART(event[2], EVENTS * sizeof c->event[0]),
		PART(thread_pc, 128),
		PART(thread_start, 128),
		PART(blob_used, 512),
	};
#undef PART

	n %= sizeof parts / sizeof parts[0];
	*size = parts[n].size;
	return parts[n].at;
}

/* Five bytes each: which part, where (2), what, how. */
static void stray(struct channel *c, const uint8_t *w)
{
	static const uint64_t odd[] = {0, 1, 0xff, 0xffff, 0x7fffffff,
		0xffffffff, UINT64_MAX, INT64_MAX, CHANNEL_BASE, 64, 4096};
	size_t size;
	char *at = part(c, w[0], &size);
	size_t offset = (w[1] | (size_t)w[2] << 8) % size;
	uint64_t value = odd[w[3] % (sizeof odd / sizeof odd[0])];
	size_t bytes = w[4] % 4 == 3 ? 8 : 1u << w[4] % 4;

	if (w[4] & 0x80) {
		at[offset] = (char)w[3];
		return;
	}
	offset &= ~(bytes - 1);
	if (offset + bytes <= size)
		memcpy(at + offset, &value, bytes);
}

static void tell(struct channel *c)
{
	static struct result r;
	FILE *out = fuzz_nowhere();
	char line[2048], title[800];
	struct err err;

	memset(&r, 0, sizeof r);
	r.reduction = "none";
	r.model = "sc";
	r.mode = rewind_mode_name[c->config.mode];
	result_add(&r, c, 0, 1, UINT64_MAX);
	result_add_bugs(&r, c, 0, 1);
	for (unsigned i = 0; i < r.bugs; i++) {
		r.found[i].replay = i % 2 ? NULL : c;
		r.found[i].confirmed = true;
	}
	r.verdict = result_judge(&r);
	result_line(&r, true, line, sizeof line);
	for (unsigned i = 0; i < r.bugs; i++) {
		result_title(c, r.found[i].bug, title, sizeof title);
		text_bug(&r.found[i], out, 80, "scarp replay x", i & 1);
	}
	text_races(&r, c, r.bugs & 1, out);
	text_output(c, out);
	json_write(&r, c, out, &err);
	result_fini(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct channel *c, *copy;
	struct err err = {OK, ""};

	if (!c) {
		c = fuzz_memory(sizeof *c);
		copy = fuzz_memory(sizeof *c);
	}
	fill(c, size && data[0] >= 0xf0);
	/* An odd size: strays come before the seal, as bugs of the machine do;
	 * else after it, as those of the test. */
	for (size_t i = 0; size % 2 && i + 5 <= size; i += 5)
		stray(c, data + i);
	for (unsigned i = 0; i < 3; i++)
		if (c->bug[i].waits <= WAITS_MAX &&
			c->bug[i].schedule_length <= STEPS_MAX &&
			c->bug[i].schedule_offset < sizeof c->blob / 2)
			channel_seal(c, &c->bug[i]);
	for (size_t i = 0; size % 2 == 0 && i + 5 <= size; i += 5)
		stray(c, data + i);
	copy->magic = CHANNEL_MAGIC;
	copy->version = CHANNEL_VERSION;
	copy->bytes = sizeof *copy;
	if (channel_copy_bug(copy, c, 1, &err) == OK &&
		channel_check(copy, &err))
		abort();
	if (channel_check(c, &err) == OK)
		tell(c);
	else if (!err.text[0])
		abort();
	fuzz_clear(c, sizeof *c);
	fuzz_clear(copy, sizeof *copy);
	return 0;
}
