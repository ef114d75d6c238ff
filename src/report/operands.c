/* SPDX-License-Identifier: MIT */
#include "report/operands.h"

#include <string.h>

enum {
	SHOWN_MOST = 8,
	LOOKED_AT_MOST = 256, /* of the thread's items, backwards */
	INLINED_MAX = 24
};

/* What failed: a line in a function, which was called from there. */
struct line {
	struct frame frame;
	uint32_t depth; /* frames from it outwards; 0: not known */
	tid thread;
};

static const struct channel_stack *stack_of(
	const struct channel *c, const struct item *i)
{
	return i->is_data ? &c->data[i->at].stack : &c->event[i->at].stack;
}

static tid thread_of(const struct channel *c, const struct item *i)
{
	return i->is_data ? c->data[i->at].thread : c->event[i->at].thread;
}

/* The innermost frame that the user wrote. */
static struct line failing_line(
	const struct channel *c, const struct item *i, struct names *n)
{
	const struct channel_stack *stack = stack_of(c, i);
	struct line line = {.thread = thread_of(c, i)};

	for (uint32_t f = 0; f < stack->frames; f++) {
		const struct frame *at = names_frame(n, &stack->pc[f], 1);

		if (!at->line || names_of_the_system(at) ||
			names_is_runtime(n, stack->pc[f]))
			continue;
		line.frame = *at;
		line.depth = stack->frames - f;
		break;
	}
	return line;
}

static bool is_line(const struct line *line, struct names *n, uint64_t pc)
{
	struct frame frame[INLINED_MAX];
	unsigned frames = symbols_frames(n->symbols, pc, frame, INLINED_MAX);

	for (unsigned i = 0; i < frames; i++)
		if (frame[i].line == line->frame.line &&
			strcmp(frame[i].path, line->frame.path) == 0)
			return true;
	return false;
}

/* Was it done in that line, by that call of its function? */
static bool is_in(const struct line *line, const struct channel_stack *stack,
	struct names *n)
{
	return stack->frames >= line->depth &&
	       is_line(line, n, stack->pc[stack->frames - line->depth]);
}

/* Written in the line as well, on the thread's own stack: a place of the
 * compiler's for a value that has a row already. */
static bool is_temporary(const struct sequence *s, const struct item *item,
	const struct line *line, struct names *n)
{
	const struct trace_data *d = &n->c->data[item->at];

	return item->is_data && item->made &&
	       d->place.stack_of == line->thread &&
	       is_in(line, stack_of(n->c, &s->item[item->made - 1]), n);
}

/* Memory that nobody wrote a name for, such as a text in quotes. */
static bool has_name(const struct item *item, struct names *n)
{
	const struct channel_place *place =
		item->is_data ? &n->c->data[item->at].place
			      : &n->c->event[item->at].place;
	char text[64];

	if (place->block || place->stack_of != TID_NONE ||
		place->tls_of != TID_NONE)
		return true;
	names_object(n, place, 0, text, sizeof text);
	return strncmp(text, "0x", 2) != 0;
}

static bool in_program(const struct channel *c, uint64_t address)
{
	for (uint32_t i = 0; i < c->modules && i < MODULES_MAX; i++)
		if (address >= c->module[i].start && address < c->module[i].end)
			return true;
	return false;
}

bool operands_is_text(const struct item *item, struct names *n)
{
	const struct trace_data *d = &n->c->data[item->at];

	return item->is_data && d->kind == DATA_READ &&
	       in_program(n->c, d->place.address) && !has_name(item, n);
}

static bool known(const uint64_t *address, unsigned count, uint64_t at)
{
	for (unsigned i = 0; i < count; i++)
		if (address[i] == at)
			return true;
	return false;
}

static void show_reads(struct sequence *s, uint32_t end,
	const struct line *line, struct names *n)
{
	uint64_t seen[SHOWN_MOST];
	unsigned shown = 0, looked = 0;

	for (uint32_t i = end;
		i-- > 0 && shown < SHOWN_MOST && looked < LOOKED_AT_MOST;) {
		struct item *item = &s->item[i];
		struct touch touch = sequence_touch(n->c, item);

		if (thread_of(n->c, item) != line->thread)
			continue;
		if (!is_in(line, stack_of(n->c, item), n))
			return;
		looked++;
		if (!touch.size || touch.changes ||
			known(seen, shown, touch.address) || !has_name(item, n))
			continue;
		if (is_temporary(s, item, line, n)) {
			item->shown = false;
			s->item[item->made - 1].shown = false;
			continue;
		}
		seen[shown++] = touch.address;
		item->shown = item->used = true;
	}
}

void operands_show(struct sequence *s, struct names *n)
{
	uint32_t end = s->count;
	struct line line;

	while (end > 0 && (s->item[end - 1].is_data ||
				  !(n->c->event[s->item[end - 1].at].flags &
					  EVENT_FAILED)))
		end--;
	if (!end)
		return;
	line = failing_line(n->c, &s->item[--end], n);
	if (line.depth)
		show_reads(s, end, &line, n);
}
