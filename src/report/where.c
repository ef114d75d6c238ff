/* SPDX-License-Identifier: MIT */
/* where.c - names of threads and of places in code, for names.h */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/file_name.h"
#include "report/names.h"
#include "report/wrapper.h"

const char *names_thread(tid t)
{
	static char text[8][8]; /* several in one printf */
	static unsigned next;
	char *out = text[next++ % 8];

	if (t == TID_NONE)
		return "?";
	snprintf(out, sizeof text[0], "T%u", (unsigned)t);
	return out;
}

static bool starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
	size_t n = strlen(text), m = strlen(with);

	return n >= m && strcmp(text + n - m, with) == 0;
}

bool names_of_the_system(const struct frame *f)
{
	if (f->line)
		return ends(f->path, "/scarp/scarp.h") ||
		       ends(f->path, "/scarp/linearize.h") ||
		       starts(f->path, "/usr/") || starts(f->path, "./") ||
		       strstr(f->path, "/../include/c++/") ||
		       strstr(f->path, "/sysdeps/");
	return !f->module[0] || starts(f->module, "libc.so") ||
	       starts(f->module, "libstdc++.so") ||
	       starts(f->module, "libpthread") || starts(f->module, "ld-linux");
}

/* Has a line, and the user wrote it. */
static bool of_the_system(const struct frame *f)
{
	return !f->line || names_of_the_system(f);
}

static struct {
	uint64_t offset, length;
} hidden[8];
static unsigned hiddens;

void names_hide(uint64_t offset, uint64_t length)
{
	if (hiddens == sizeof hidden / sizeof hidden[0])
		return;
	hidden[hiddens].offset = offset;
	hidden[hiddens++].length = length;
}

/* Of the runtime as a library of its own. */
static bool in_library(const struct names *n, uint64_t pc)
{
	for (uint32_t i = 1; i < n->c->modules; i++)
		if (n->c->module[i].runtime && pc >= n->c->module[i].start &&
			pc < n->c->module[i].end)
			return true;
	return false;
}

bool names_is_runtime(const struct names *n, uint64_t pc)
{
	const struct channel_module *m = &n->c->module[0];

	if (in_library(n, pc))
		return true;
	if (!n->c->modules || pc < m->start || pc >= m->end)
		return false;
	for (unsigned i = 0; i < hiddens; i++)
		if (pc - 1 - m->base - hidden[i].offset < hidden[i].length)
			return true;
	return false;
}

/* The first one of the user's from `i` on; count: there is none. */
static unsigned users(const struct frame *frames, unsigned i, unsigned count)
{
	while (i < count && of_the_system(&frames[i]))
		i++;
	return i;
}

/* The user's frame at one return address; NULL: there is none. */
static struct cached *look_up(struct names *n, uint64_t pc)
{
	struct frame frames[24];
	unsigned slot = (unsigned)((pc * 0x9e3779b97f4a7c15u) >> 52), count;
	struct cached *entry;
	unsigned best, outer;

	for (entry = n->cache[slot]; entry; entry = entry->next)
		if (entry->pc == pc)
			return entry;
	entry = malloc(sizeof *entry);
	if (!entry)
		return NULL;
	entry->next = n->cache[slot];
	n->cache[slot] = entry;
	count = symbols_frames(n->symbols, pc, frames, 24);
	best = users(frames, 0, count);
	outer = best;
	while (outer < count && wrapper_is(&frames[outer]))
		outer = users(frames, outer + 1, count);
	entry->pc = pc;
	entry->wrapper = best < count && outer == count;
	entry->through = NULL;
	if (outer < count && outer != best)
		entry->through = strdup(frames[best].function);
	if (entry->wrapper)
		entry->frame = frames[best];
	else
		entry->frame = frames[outer < count ? outer : 0];
	return entry;
}

static const struct frame *find(struct names *n, const uint64_t *pc,
	unsigned frames, const char **through)
{
	static const struct frame unknown;
	struct cached *first = NULL, *thin = NULL;

	*through = NULL;
	if (!n->symbols)
		return &unknown;
	for (unsigned i = 0; i < frames; i++) {
		struct cached *entry;

		if (names_is_runtime(n, pc[i]))
			continue;
		entry = look_up(n, pc[i]);
		if (!entry)
			break;
		if (!of_the_system(&entry->frame) && !entry->wrapper) {
			*through = thin ? thin->frame.function : entry->through;
			return &entry->frame;
		}
		if (!thin && entry->wrapper)
			thin = entry;
		if (!first)
			first = entry;
	}
	if (thin)
		return &thin->frame;
	if (!first && frames && !in_library(n, pc[0])) /* nothing but ours */
		first = look_up(n, pc[0]);
	return first ? &first->frame : &unknown;
}

const struct frame *names_frame(
	struct names *n, const uint64_t *pc, unsigned frames)
{
	const char *through;

	return find(n, pc, frames, &through);
}

const char *names_through(struct names *n, const uint64_t *pc, unsigned frames)
{
	const char *through;

	find(n, pc, frames, &through);
	return through;
}

const struct frame *names_taken_at(
	struct names *n, tid t, uint64_t object, uint64_t pc)
{
	for (uint32_t i = n->c->events; i-- > 0;) {
		const struct trace_event *e = &n->c->event[i];

		if (e->thread == t && e->place.address == object &&
			e->stack.frames && e->stack.pc[0] == pc)
			return names_frame(n, e->stack.pc, e->stack.frames);
	}
	return names_frame(n, &pc, 1);
}

/* The outermost frame of the user at one address; NULL: none is. */
static const char *outermost(struct names *n, uint64_t pc)
{
	static struct frame frames[24];
	unsigned i = symbols_frames(n->symbols, pc, frames, 24);

	while (i-- > 0)
		if (!of_the_system(&frames[i]) && frames[i].function[0])
			return frames[i].function;
	return NULL;
}

/* What a library (std::thread) started for the user. */
static const char *started(struct names *n, tid t)
{
	for (uint32_t i = 0; i < n->c->events; i++) {
		const struct channel_stack *s = &n->c->event[i].stack;

		if (n->c->event[i].thread != t)
			continue;
		for (uint32_t at = s->frames; at-- > 0;) {
			const char *function =
				names_is_runtime(n, s->pc[at])
					? NULL
					: outermost(n, s->pc[at]);

			if (function)
				return strcmp(function, "operator()") == 0
					       ? "lambda"
					       : function;
		}
	}
	return NULL;
}

static const char *thread_function(struct names *n, tid t)
{
	static struct frame f;
	const char *inner;

	if (t == 0)
		return "main";
	if (!n->symbols || !n->c->thread_start[t])
		return "";
	if (symbols_function(n->symbols, n->c->thread_start[t], &f) &&
		!of_the_system(&f))
		return f.function;
	inner = started(n, t);
	return inner ? inner : f.function;
}

void names_thread_long(struct names *n, tid t, char *out, size_t size)
{
	if (t >= THREADS_MAX) {
		snprintf(out, size, "%s", names_thread(t));
		return;
	}
	if (!n->thread[t])
		n->thread[t] = strdup(thread_function(n, t));
	snprintf(out, size, "%s%s%s", names_thread(t),
		n->thread[t] && n->thread[t][0] ? " " : "",
		n->thread[t] ? n->thread[t] : "");
}

void names_frame_where(const struct frame *f, char *out, size_t size)
{
	if (f->line)
		snprintf(out, size, "%s:%u", file_name(f->path), f->line);
	else if (f->function[0])
		snprintf(out, size, "%s in %s", f->function, f->module);
	else if (f->module[0])
		snprintf(out, size, "%s+0x%" PRIx64, f->module, f->offset);
	else
		snprintf(out, size, "0x%" PRIx64, f->offset);
}

void names_where(struct names *n, uint64_t pc, char *out, size_t size)
{
	names_frame_where(names_frame(n, &pc, 1), out, size);
}
