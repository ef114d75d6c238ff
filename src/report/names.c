/* SPDX-License-Identifier: MIT */
/* names.c - objects, and what pointers lead to; blocks are in blocks.c, threads
 * and places of code in where.c, values in values.c */
#include "report/names.h"
#include "channel/kernel.h"
#include "channel/mapped.h"
#include "report/blocks.h"
#include "report/file_name.h"
#include "report/letters.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	FRAME_MOST = 1 << 16, /* bytes of locals below the innermost frame */
	LEFT_MOST = 256	      /* steps back to a frame that was left */
};

/* The files of this trace, before any of them is named. */
static void learn_files(struct names *n)
{
	const struct channel *c = n->c;
	uint64_t kept = c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX;

	for (uint32_t i = 0; i < c->events; i++) {
		const struct channel_stack *s = &c->event[i].stack;
		const struct frame *f = names_frame(n, s->pc, s->frames);

		if (f->line)
			file_name_learn(f->path);
	}
	for (uint64_t i = 0; i < kept; i++) {
		const struct channel_stack *s = &c->data[i].stack;
		const struct frame *f = names_frame(n, s->pc, s->frames);

		if (f->line)
			file_name_learn(f->path);
	}
}

void names_init(struct names *n, const struct channel *c)
{
	static const struct channel *learned;

	memset(n, 0, sizeof *n);
	n->c = c;
	n->now = c->events;
	n->by = TID_NONE;
	n->symbols = symbols_new(c);
	if (learned != c && c->events) {
		learn_files(n);
		learned = c;
	}
}

void names_fini(struct names *n)
{
	for (int i = 0; i < CACHE_SLOTS; i++)
		for (struct cached *e = n->cache[i], *next; e; e = next) {
			next = e->next;
			free(e->through);
			free(e);
		}
	for (int i = 0; i < THREADS_MAX; i++)
		free(n->thread[i]);
	free(n->block_rows);
	symbols_free(n->symbols);
	memset(n, 0, sizeof *n);
}

struct legend *names_enter(struct names *n, const struct channel_place *place,
	uint64_t size, const char *name, const char *what)
{
	struct legend *row;

	for (unsigned i = 0; i < n->legends; i++)
		if (strcmp(n->legend[i].name, name) == 0) {
			n->legend[i].said |= !n->aside;
			return &n->legend[i];
		}
	if (n->legends == LEGEND_MAX)
		return NULL;
	row = &n->legend[n->legends++];
	row->place = *place;
	row->size = size;
	row->type = (struct typed){0};
	row->lettered = false;
	row->said = !n->aside;
	snprintf(row->name, sizeof row->name, "%s", name);
	snprintf(row->what, sizeof row->what, "%s", what);
	return row;
}

/* Does this execution touch another variable of the name? */
static bool has_others(const struct names *n, const struct datum *d)
{
	const struct channel *c = n->c;
	uint64_t kept = c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX;

	for (uint64_t i = 0; d->others && i < kept + c->events; i++) {
		uint64_t at = i < kept ? c->data[i].place.address
				       : c->event[i - kept].place.address;

		for (unsigned k = 0; k < d->others; k++)
			if (at >= d->other[k].start && at < d->other[k].end)
				return true;
	}
	return false;
}

/* "hits of a.c" where another one is called hits. */
static void name_datum(
	const struct names *n, const struct datum *d, char *out, size_t size)
{
	bool others = has_others(n, d);

	snprintf(out, size, "%s%s%s", d->name, others ? " " : "",
		others ? d->of : "");
}

static bool data(struct names *n, const struct channel_place *p, uint64_t size,
	char *out, size_t out_size)
{
	struct datum d;
	char what[320];

	if (!n->symbols || !symbols_data(n->symbols, p->address, size, &d))
		return false;
	n->shapes = d.shapes;
	name_datum(n, &d, out, out_size);
	if (d.function[0])
		snprintf(what, sizeof what, "static in %s, %" PRIu64 " byte%s",
			d.function, d.size, d.size == 1 ? "" : "s");
	else
		snprintf(what, sizeof what, "global, %" PRIu64 " byte%s",
			d.size, d.size == 1 ? "" : "s");
	names_enter(n, p, size, out, what);
	return true;
}

/* A variable that each thread may have one of: of whom, where that matters. */
static void enter_own(struct names *n, const struct channel_place *p,
	const struct datum *d, uint64_t size, tid owner, const char *what,
	char *out, size_t out_size)
{
	char name[300];

	name_datum(n, d, name, sizeof name);
	snprintf(out, out_size, "%s", name);
	for (unsigned i = 0; i < n->legends; i++)
		if (strcmp(n->legend[i].name, name) == 0 &&
			strcmp(n->legend[i].what, what) != 0)
			snprintf(out, out_size, "%s of %s", name,
				names_thread(owner));
	names_enter(n, p, size, out, what);
}

static bool thread_local_variable(struct names *n,
	const struct channel_place *p, uint64_t size, char *out,
	size_t out_size)
{
	char what[320];
	struct datum d;

	if (!n->symbols || !symbols_tls(n->symbols, p->tls_below, size, &d))
		return false;
	snprintf(what, sizeof what, "thread-local of %s, %" PRIu64 " byte%s",
		names_thread(p->tls_of), d.size, d.size == 1 ? "" : "s");
	n->shapes = d.shapes;
	enter_own(n, p, &d, size, p->tls_of, what, out, out_size);
	return true;
}

/* Where a struct begins, its first member does, too: a pointer is to all of it.
 */
static void all_of_it(struct datum *d)
{
	if (d->begins)
		d->name[d->begins] = '\0';
}

/* The last event of a thread before number i that has frames, plus one; 0. */
static uint32_t with_frames(const struct channel *c, uint32_t i, tid t)
{
	while (i > 0 &&
		(c->event[i - 1].thread != t || !c->event[i - 1].cfa[0]))
		i--;
	return i;
}

/* In the frames of an event. */
static bool in_frames(struct names *n, const struct trace_event *e,
	const struct channel_place *p, uint64_t size, struct datum *out)
{
	for (uint32_t f = 0; f < e->stack.frames; f++)
		if (e->cfa[f] && p->address < e->cfa[f])
			return symbols_local(n->symbols, e->stack.pc[f],
				e->cfa[f], p->address, size, out);
	return false;
}

/* In those that its thread had then; or, when another one touches it, which
 * knows no place that nobody has named, in the last one that it has left. */
static bool find_local(struct names *n, const struct channel_place *p,
	uint64_t size, struct datum *out)
{
	const struct channel *c = n->c;
	uint32_t i = with_frames(
		c, n->now < c->events ? n->now + 1 : c->events, p->stack_of);
	unsigned left =
		n->by != TID_NONE && n->by != p->stack_of ? LEFT_MOST : 0;

	if (i == 0 || !n->symbols)
		return false;
	if (in_frames(n, &c->event[i - 1], p, size, out))
		return true;
	for (i = with_frames(c, i - 1, p->stack_of); i > 0 && left-- > 0;
		i = with_frames(c, i - 1, p->stack_of))
		if (in_frames(n, &c->event[i - 1], p, size, out))
			return true;
	return false;
}

/* A local that DWARF knows. */
static bool local_in(struct names *n, const struct channel_place *p,
	uint64_t size, char *out, size_t out_size, char *function,
	size_t function_size)
{
	bool all = size == NAMES_BLOCK;
	char what[320];
	struct datum d;

	size = all ? 0 : size;
	if (!find_local(n, p, size, &d))
		return false;
	if (all)
		all_of_it(&d);
	snprintf(what, sizeof what, "local of %s in %s, %" PRIu64 " byte%s",
		d.function, names_thread(p->stack_of), d.size,
		d.size == 1 ? "" : "s");
	n->shapes = d.shapes;
	enter_own(n, p, &d, size, p->stack_of, what, out, out_size);
	snprintf(function, function_size, "%s", d.function);
	return true;
}

static bool local(struct names *n, const struct channel_place *p, uint64_t size,
	char *out, size_t out_size)
{
	char function[96];

	return local_in(n, p, size, out, out_size, function, sizeof function);
}

/* "T1 local a": the first variable on the stack of T1 that came up. */
static void nameless(struct names *n, const struct channel_place *p,
	uint64_t size, char *out, size_t out_size)
{
	bool tls = p->stack_of == TID_NONE;
	tid t = tls ? p->tls_of : p->stack_of;
	struct legend *row;
	char name[64], what[64];
	unsigned nth = 0;

	for (unsigned i = 0; i < n->legends; i++) {
		const struct channel_place *q = &n->legend[i].place;

		if (q->address == p->address && !q->block) {
			n->legend[i].said |= !n->aside;
			snprintf(out, out_size, "%s", n->legend[i].name);
			return;
		}
		nth += (tls ? q->tls_of : q->stack_of) == t;
	}
	snprintf(name, sizeof name, "%s %s%c", names_thread(t),
		tls ? "thread-local " : "local ", 'a' + (int)(nth % 26));
	snprintf(what, sizeof what,
		tls ? "a thread-local variable of %s"
		    : "a variable on the stack of %s",
		names_thread(t));
	row = names_enter(n, p, size, name, what);
	if (row)
		row->lettered = true;
	snprintf(out, out_size, "%s", name);
}

/* Of which there are several: whose it is. */
static bool numbered(
	enum kernel_kind kind, uint64_t number, char *out, size_t size)
{
	const char *signal = sigabbrev_np((int)number);

	if (kind == KERNEL_name)
		snprintf(
			out, size, "the name of %s", names_thread((tid)number));
	else if (kind == KERNEL_action && signal)
		snprintf(out, size, "the action of SIG%s", signal);
	else if (kind == KERNEL_action)
		snprintf(out, size, "the action of signal %" PRIu64, number);
	else
		return false;
	return true;
}

/* What the kernel has and no memory shows. */
static bool of_the_kernel(uint64_t address, char *out, size_t size)
{
	static const char *const text[KERNEL_KINDS] = {
#define STATE(name, how, text) [KERNEL_##name] = text,
#define TOUCHES(function, state, access)
#define ALONE(reason, names)
#include "channel/states.def"
#undef ALONE
#undef TOUCHES
#undef STATE
		[KERNEL_NUMBERS] = "the descriptor table",
		[KERNEL_PIPE] = "pipe",
		[KERNEL_EVENT] = "eventfd",
		[KERNEL_EPOLL] = "epoll",
		[KERNEL_SOCKET] = "sockets",
		[KERNEL_FILE] = "file",
		[KERNEL_OPEN] = "file",
		[KERNEL_FREED] = "the freed blocks",
		[KERNEL_OUTSIDE] = "code that scarp does not see",
		[KERNEL_HEAP] = "the heap",
	};
	enum kernel_kind kind;
	uint64_t number;

	if (!kernel_object_of(address, &kind, &number))
		return false;
	if (numbered(kind, number, out, size))
		return true;
	if (kind == KERNEL_NUMBERS || kind == KERNEL_SOCKET ||
		kind >= KERNEL_FREED)
		snprintf(out, size, "%s", text[kind]);
	else
		snprintf(out, size, "%s %c", text[kind],
			'A' + (int)(number % 26));
	return true;
}

void names_object(struct names *n, const struct channel_place *place,
	uint64_t size, char *out, size_t out_size)
{
	struct channel_place p = *place;

	letters_give(n);
	n->shapes.count = 0;
	if (!p.address) {
		snprintf(out, out_size, "address 0");
		return;
	}
	if (of_the_kernel(p.address, out, out_size))
		return;
	if (p.block) {
		blocks_name(n, &p, size, out, out_size);
		return;
	}
	if (size == NAMES_BLOCK)
		size = 0;
	if (p.stack_of == TID_NONE && data(n, &p, size, out, out_size))
		return;
	if (p.stack_of != TID_NONE && local(n, &p, size, out, out_size))
		return;
	if (p.tls_of != TID_NONE &&
		thread_local_variable(n, &p, size, out, out_size))
		return;
	if (p.stack_of != TID_NONE || p.tls_of != TID_NONE) {
		nameless(n, &p, size, out, out_size);
		return;
	}
	if (blocks_known(n, &p)) {
		blocks_name(n, &p, size, out, out_size);
		return;
	}
	snprintf(out, out_size, "0x%" PRIx64, p.address);
}

void names_at(struct names *n, uint64_t address)
{
	for (n->now = 0; n->now < n->c->events; n->now++)
		if (n->c->event[n->now].place.address == address)
			return;
	n->now = 0;
}

void names_seen(
	const struct names *n, uint64_t address, struct channel_place *out)
{
	*out = (struct channel_place){.address = address,
		.block_thread = TID_NONE,
		.freed_thread = TID_NONE,
		.stack_of = TID_NONE,
		.tls_of = TID_NONE};
	for (uint32_t i = n->c->events; i-- > 0;)
		if (n->c->event[i].place.address == address) {
			*out = n->c->event[i].place;
			return;
		}
}

void names_stream(struct names *n, uint64_t address, char *out, size_t size)
{
	static const char *const streams[][2] = {
		{"_IO_2_1_stdin_", "standard input"},
		{"_IO_2_1_stdout_", "standard output"},
		{"_IO_2_1_stderr_", "standard error"},
	};
	struct datum d;

	snprintf(out, size, "a stream");
	if (!n->symbols || !symbols_data(n->symbols, address, 0, &d))
		return;
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
		if (strncmp(d.name, streams[i][0], strlen(streams[i][0])) == 0)
			snprintf(out, size, "%s", streams[i][1]);
}

/* Between the frames of a thread, as far as its events tell: computed once. */
static bool on_stack(struct names *n, tid t, uint64_t address)
{
	const struct channel *c = n->c;

	for (uint32_t i = 0; i < c->events && !n->stacks_known; i++) {
		const struct trace_event *e = &c->event[i];
		struct stack_seen *s = &n->stack[e->thread];

		for (uint32_t f = 0; f < e->stack.frames; f++) {
			if (!e->cfa[f])
				continue;
			if (!s->low || e->cfa[f] < s->low)
				s->low = e->cfa[f];
			if (e->cfa[f] > s->high)
				s->high = e->cfa[f];
			if (e->thread >= n->stacks)
				n->stacks = e->thread + 1u;
		}
	}
	n->stacks_known = true;
	return address < n->stack[t].high &&
	       address + FRAME_MOST > n->stack[t].low;
}

static bool pointed_local(
	struct names *n, uint64_t address, char *out, size_t size)
{
	struct channel_place p = {.address = address,
		.block_thread = TID_NONE,
		.freed_thread = TID_NONE,
		.tls_of = TID_NONE};
	char name[128], function[96];
	tid by = n->by;

	n->by = TID_NONE; /* what it led to once may be gone */
	on_stack(n, 0, address);
	for (unsigned t = 0; t < n->stacks; t++) {
		if (!on_stack(n, (tid)t, address))
			continue;
		p.stack_of = (tid)t;
		if (!local_in(n, &p, NAMES_BLOCK, name, sizeof name, function,
			    sizeof function))
			continue;
		snprintf(out, size, "&%.60s in %.60s", name, function);
		n->by = by;
		return true;
	}
	n->by = by;
	return false;
}

bool names_pointer(struct names *n, uint64_t value, char *out, size_t size)
{
	struct channel_place p = {.address = value,
		.block_thread = TID_NONE,
		.freed_thread = TID_NONE,
		.stack_of = TID_NONE,
		.tls_of = TID_NONE};
	struct frame f;
	struct datum d;

	letters_give(n);
	if (blocks_known(n, &p) || blocks_touched(n, &p)) {
		size_t used = (size_t)snprintf(out, size, "&");

		blocks_name(n, &p, NAMES_BLOCK, out + used, size - used);
		return true;
	}
	if (!n->symbols)
		return false;
	if (symbols_data(n->symbols, value, 0, &d)) {
		size_t used = (size_t)snprintf(out, size, "&");

		all_of_it(&d);
		name_datum(n, &d, out + used, size - used);
		return true;
	}
	if (symbols_function(n->symbols, value, &f)) {
		snprintf(out, size, "%s", f.function);
		return true;
	}
	return pointed_local(n, value, out, size);
}

void names_place(struct names *n, const struct channel_place *place, char *out,
	size_t size)
{
	char text[320], name[128];

	if (place->block) {
		int64_t offset = (int64_t)(place->address - place->block);

		blocks_sentence(n, place, text, sizeof text);
		if (offset >= 0 && (uint64_t)offset >= place->block_size)
			snprintf(out, size, "%" PRIu64 " bytes after %s",
				(uint64_t)offset - place->block_size, text);
		else if (offset < 0)
			snprintf(out, size, "%" PRId64 " bytes before %s",
				-offset, text);
		else
			snprintf(out, size, "offset %" PRId64 " in %s", offset,
				text);
		return;
	}
	names_object(n, place, 1, name, sizeof name);
	for (unsigned i = 0; i < n->legends; i++)
		if (strcmp(n->legend[i].name, name) == 0) {
			snprintf(out, size, "%s (%s)", name, n->legend[i].what);
			return;
		}
	if (place->address < 65536)
		snprintf(out, size, "0x%" PRIx64 ", a null pointer%s",
			place->address, place->address ? " and an offset" : "");
	else
		snprintf(out, size, "%s, %s", name,
			in_maps(place->address)
				? "memory that the test mapped"
				: "not memory that scarp knows");
}

void names_legend(struct names *n, FILE *out)
{
	int width = 0;

	for (unsigned i = 0; i < n->legends; i++)
		if (n->legend[i].said && (int)strlen(n->legend[i].name) > width)
			width = (int)strlen(n->legend[i].name);
	if (width)
		fprintf(out, "\nobjects:\n");
	for (unsigned i = 0; i < n->legends; i++) {
		const struct legend *l = &n->legend[i];

		if (!l->said)
			continue;
		fprintf(out, "  %-*s  ", width, l->name);
		if (l->type.size > l->type.one)
			fprintf(out, "%" PRIu64 " times ",
				l->type.size / l->type.one);
		fprintf(out, "%s%s%s\n", l->type.name,
			l->type.name[0] ? ", " : "", l->what);
	}
}
