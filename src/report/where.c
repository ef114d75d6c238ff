/* SPDX-License-Identifier: MIT */
/* where.c - names of threads and of places in code, for names.h */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/names.h"

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

static bool of_the_system(const struct frame *f)
{
	return !f->line || strncmp(f->path, "/usr/", 5) == 0 ||
	       strstr(f->path, "/../include/c++/") ||
	       strstr(f->path, "/sysdeps/") || strncmp(f->path, "./", 2) == 0;
}

bool names_is_runtime(const struct names *n, uint64_t pc)
{
	return n->has_inventory && pc >= n->c->module[0].start &&
	       pc < n->c->module[0].end &&
	       inventory_is_runtime(
		       &n->inventory, pc - 1 - n->c->module[0].base);
}

/* The user's frame at one return address; NULL: there is none. */
static struct cached *look_up(struct names *n, uint64_t pc)
{
	struct frame frames[24];
	unsigned slot = (unsigned)((pc * 0x9e3779b97f4a7c15u) >> 52), count;
	struct cached *entry;
	unsigned best = 0;

	for (entry = n->cache[slot]; entry; entry = entry->next)
		if (entry->pc == pc)
			return entry;
	entry = malloc(sizeof *entry);
	if (!entry)
		return NULL;
	entry->next = n->cache[slot];
	n->cache[slot] = entry;
	count = symbols_frames(n->symbols, pc, frames, 24);
	for (unsigned i = 0; i < count; i++)
		if (!of_the_system(&frames[i])) {
			best = i;
			break;
		}
	entry->pc = pc;
	entry->frame = frames[best];
	return entry;
}

const struct frame *names_frame(
	struct names *n, const uint64_t *pc, unsigned frames)
{
	static const struct frame unknown;
	struct cached *first = NULL;

	if (!n->symbols)
		return &unknown;
	for (unsigned i = 0; i < frames; i++) {
		struct cached *entry;

		if (names_is_runtime(n, pc[i]) && i + 1 < frames)
			continue;
		entry = look_up(n, pc[i]);
		if (!entry)
			break;
		if (!of_the_system(&entry->frame))
			return &entry->frame;
		if (!first)
			first = entry;
	}
	return first ? &first->frame : &unknown;
}

/* What a library started for the user: the outermost of his frames. */
static bool started(struct names *n, tid t, char *out, size_t size)
{
	for (uint32_t i = 0; i < n->c->events; i++) {
		const struct channel_stack *s = &n->c->event[i].stack;

		if (n->c->event[i].thread != t)
			continue;
		for (uint32_t at = s->frames; at-- > 0;) {
			const struct cached *entry = look_up(n, s->pc[at]);

			if (entry && !names_is_runtime(n, s->pc[at]) &&
				!of_the_system(&entry->frame) &&
				entry->frame.function[0]) {
				snprintf(out, size, "%s %s", names_thread(t),
					entry->frame.function);
				return true;
			}
		}
	}
	return false;
}

void names_thread_long(struct names *n, tid t, char *out, size_t size)
{
	struct frame f;

	if (t == 0) {
		snprintf(out, size, "T0 main");
		return;
	}
	snprintf(out, size, "%s", names_thread(t));
	if (t >= THREADS_MAX || !n->symbols || !n->c->thread_start[t] ||
		!symbols_function(n->symbols, n->c->thread_start[t], &f))
		return;
	if (of_the_system(&f) && started(n, t, out, size))
		return;
	snprintf(out, size, "%s %s", names_thread(t), f.function);
}

void names_frame_where(const struct frame *f, char *out, size_t size)
{
	const char *last = strrchr(f->path, '/');

	last = last ? last + 1 : f->path;
	if (f->line)
		snprintf(out, size, "%s:%u", last, f->line);
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
