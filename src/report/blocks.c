/* SPDX-License-Identifier: MIT */
/* blocks.c - blocks of memory: their letters, what they are of, where they came
 * from
 */
#include "report/blocks.h"
#include "base/hash.h"
#include "report/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FRAMES_INLINED = 24,
	ROWS = 2 * DATA_MAX
};

/* Rows of the trace that begin or end a block, by that: a hash table of their
 * numbers plus one, the first row of a kind before later ones. */
static uint32_t *row_of(
	const struct names *n, uint32_t kind, uint64_t block, uint32_t life)
{
	uint64_t at = hash_mix(block ^ ((uint64_t)life << 40) ^ kind);

	for (;; at++) {
		uint32_t *row = &n->block_rows[at % ROWS];
		const struct trace_data *d;

		if (!*row)
			return row;
		d = &n->c->data[*row - 1];
		if (d->kind == kind && d->place.block == block &&
			d->place.block_life == life)
			return row;
	}
}

static bool rows_know(struct names *n)
{
	const struct channel *c = n->c;
	uint64_t kept = c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX;

	if (n->block_rows)
		return true;
	n->block_rows = calloc(ROWS, sizeof *n->block_rows);
	for (uint32_t i = 0; n->block_rows && i < kept; i++) {
		const struct trace_data *d = &c->data[i];
		uint32_t *row;

		if (d->kind != DATA_ALLOCATE && d->kind != DATA_FREE)
			continue;
		row = row_of(n, d->kind, d->place.block, d->place.block_life);
		if (!*row)
			*row = i + 1;
	}
	return n->block_rows;
}

/* Who called where a block began or ended; NULL: the trace does not know. */
static const struct channel_stack *block_stack(
	struct names *n, const struct channel_place *p, enum data_kind kind)
{
	uint32_t row =
		rows_know(n) ? *row_of(n, kind, p->block, p->block_life) : 0;

	return row ? &n->c->data[row - 1].stack : NULL;
}

/* Where a block began or ended: where the user asked for it. */
static void block_where(struct names *n, const struct channel_place *p,
	enum data_kind kind, uint64_t pc, char *out, size_t size)
{
	const struct channel_stack *s = block_stack(n, p, kind);

	if (s)
		names_frame_where(names_frame(n, s->pc, s->frames), out, size);
	else
		names_where(n, pc, out, size);
}

/* Of the first lines of the user on the way to the allocator one may say it. */
struct typed names_block_type(struct names *n, const struct channel_place *p)
{
	enum {
		LINES = 3
	};
	const struct channel_stack *s = block_stack(n, p, DATA_ALLOCATE);
	const uint64_t *pc = s ? s->pc : &p->block_pc;
	uint32_t frames = s ? s->frames : p->block_pc != 0;
	unsigned lines = 0;
	struct typed type = {0};

	for (uint32_t i = 0; i < frames && lines < LINES; i++) {
		const struct frame *f = names_frame(n, &pc[i], 1);
		bool users = f->line && !names_of_the_system(f);
		char line[160] = "";

		if (names_is_runtime(n, pc[i]))
			continue;
		if (users)
			source_line(f->path, f->line, line, sizeof line);
		if (symbols_allocated(n->symbols, pc[i], line, lines > 0,
			    p->block_size, &type))
			break;
		lines += users;
	}
	return type;
}

static enum names_inside inside_of(const struct frame *f)
{
	static const struct {
		const char *file;
		enum names_inside is;
	} inside[] = {{"/bits/std_thread.h", NAMES_STARTED},
		{"/bits/std_function.h", NAMES_CALLED}};

	for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
		if (strstr(f->path, inside[i].file))
			return inside[i].is;
	return NAMES_USERS;
}

/* By who asked for it, before the user's own code did. */
enum names_inside names_inside(struct names *n, const struct channel_place *p)
{
	static struct frame frame[FRAMES_INLINED];
	const struct channel_stack *s =
		p->block ? block_stack(n, p, DATA_ALLOCATE) : NULL;

	for (uint32_t i = 0; s && n->symbols && i < s->frames; i++) {
		unsigned frames = symbols_frames(
			n->symbols, s->pc[i], frame, FRAMES_INLINED);

		if (names_is_runtime(n, s->pc[i]))
			continue;
		for (unsigned k = 0; k < frames; k++) {
			enum names_inside is = inside_of(&frame[k]);

			if (is != NAMES_USERS)
				return is;
			if (frame[k].line && !names_of_the_system(&frame[k]))
				return NAMES_USERS;
		}
	}
	return NAMES_USERS;
}

void blocks_sentence(
	struct names *n, const struct channel_place *p, char *out, size_t size)
{
	char by[300], freed[300];
	size_t used;

	used = (size_t)snprintf(out, size, "%" PRIu64 " bytes%s", p->block_size,
		p->block_life ? " of memory freed before," : "");
	if (p->block_pc && used < size) {
		block_where(n, p, DATA_ALLOCATE, p->block_pc, by, sizeof by);
		used += (size_t)snprintf(out + used, size - used,
			" allocated by %s at %s", names_thread(p->block_thread),
			by);
	}
	if (p->freed_pc && used < size) {
		block_where(n, p, DATA_FREE, p->freed_pc, freed, sizeof freed);
		snprintf(out + used, size - used, ", freed by %s at %s",
			names_thread(p->freed_thread), freed);
	}
}

/* The part of a block that an access of `size` bytes is to, by its type. */
static bool block_part(struct names *n, const struct legend *row,
	uint64_t offset, uint64_t size, char *out, size_t out_size)
{
	struct datum d;

	if (size == NAMES_BLOCK && !offset)
		return false;
	if (size == NAMES_BLOCK)
		size = 0;
	if (!row || !row->type.size ||
		!symbols_part(&row->type, offset, size, &d))
		return false;
	if (size)
		n->shapes = d.shapes;
	snprintf(out, out_size, "%s%s", row->name, d.name);
	return true;
}

void blocks_name(struct names *n, const struct channel_place *p,
	uint64_t access, char *out, size_t size)
{
	uint64_t offset = p->address - p->block;
	char name[64], what[320];
	struct legend *row = NULL;

	for (unsigned i = 0; i < n->legends; i++)
		if (p->block && n->legend[i].place.block == p->block &&
			n->legend[i].place.block_pc == p->block_pc &&
			n->legend[i].place.block_life == p->block_life)
			row = &n->legend[i];
	blocks_sentence(n, p, what, sizeof what);
	if (!row && n->legends < LEGEND_MAX) {
		if (n->blocks < 26)
			snprintf(name, sizeof name, "heap %c",
				'A' + (int)n->blocks);
		else
			snprintf(name, sizeof name, "heap %c%u",
				'A' + (int)(n->blocks % 26), n->blocks / 26);
		n->blocks++;
		row = names_enter(n, p, p->block_size, name, what);
		if (row)
			row->lettered = true;
		if (row && n->symbols)
			row->type = names_block_type(n, p);
	} else if (row && p->freed_pc) {
		snprintf(row->what, sizeof row->what, "%s", what);
	}
	if (row && !n->aside)
		row->said = true;
	if (block_part(n, row, offset, access, out, size))
		return;
	if (offset && (int64_t)offset > 0)
		snprintf(out, size, "%s+%" PRIu64, row ? row->name : "heap",
			offset);
	else if (offset)
		snprintf(out, size, "%s%" PRId64, row ? row->name : "heap",
			(int64_t)offset);
	else
		snprintf(out, size, "%s", row ? row->name : "heap");
}

const char *names_before(const struct names *n, const struct channel_place *p)
{
	const struct legend *before = NULL;

	for (unsigned i = 0; i < n->legends; i++) {
		const struct legend *l = &n->legend[i];

		if (l->place.block == p->block &&
			l->place.block_life < p->block_life &&
			(!before ||
				before->place.block_life < l->place.block_life))
			before = l;
	}
	return before ? before->name : NULL;
}

/* Blocks that an event told us about, for bare addresses; the newest of those
 * that were named, where memory was handed out again. */
bool blocks_known(const struct names *n, struct channel_place *p)
{
	const struct legend *best = NULL;

	for (unsigned i = 0; i < n->legends; i++) {
		const struct legend *l = &n->legend[i];
		const struct channel_place *q = &l->place;

		if (!q->block || p->address < q->block ||
			p->address >= q->block + q->block_size)
			continue;
		if (!best || (l->said && !best->said) ||
			(l->said == best->said &&
				q->block_life >= best->place.block_life))
			best = l;
	}
	if (best) {
		uint64_t address = p->address;

		*p = best->place;
		p->address = address;
	}
	return best;
}

/* A block that an access of the trace was to. */
bool blocks_touched(const struct names *n, struct channel_place *p)
{
	const struct channel *c = n->c;
	uint64_t kept = c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX;
	uint64_t address = p->address;
	bool end = false;

	while (kept-- > 0) {
		const struct channel_place *q = &c->data[kept].place;

		if (!q->block || address < q->block ||
			address > q->block + q->block_size)
			continue;
		*p = *q;
		p->address = address;
		if (address < q->block + q->block_size)
			return true;
		end = true; /* unless another one begins there */
	}
	return end;
}

void names_block(struct names *n, const struct channel_place *place, char *out,
	size_t size)
{
	char text[320];

	if (!place->block) {
		names_place(n, place, out, size);
		return;
	}
	blocks_sentence(n, place, text, sizeof text);
	snprintf(out, size, "a block of %s", text);
}
