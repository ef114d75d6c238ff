/* SPDX-License-Identifier: MIT */
/* stacks.c - call stacks, and who waits for whom */
#include "report/stacks.h"

#include <inttypes.h>
#include <string.h>

#include "base/path.h"
#include "report/words.h"

static void print_frame(const struct frame *f, int indent, FILE *out)
{
	char path[PATH_SHOWN];

	path_fit(symbols_short(f->path), path, sizeof path);
	fprintf(out, "%*s%s", indent, "", f->function[0] ? f->function : "?");
	if (f->line)
		fprintf(out, "  %s:%u", path, f->line);
	else if (f->module[0])
		fprintf(out, "  %s+0x%" PRIx64, f->module, f->offset);
	else
		fprintf(out, "  0x%" PRIx64, f->offset);
	fprintf(out, "%s\n", f->inlined ? "  (inlined)" : "");
}

/* Those of number `from` to `to`, which is none of them. */
static void print_some(struct names *n, const struct channel_stack *s,
	uint32_t from, uint32_t to, int indent, FILE *out)
{
	struct frame frames[24];
	unsigned printed = from;

	for (uint32_t i = from; i < to; i++) {
		unsigned count;

		if (names_is_runtime(n, s->pc[i]))
			continue;
		count = symbols_frames(n->symbols, s->pc[i], frames, 24);

		/* Of libraries only where it happened, not how it came there.
		 */
		for (unsigned j = 0; j < count; j++)
			if (!printed++ || !names_of_the_system(&frames[j]))
				print_frame(&frames[j], indent, out);
	}
}

void stacks_print(
	struct names *n, const struct channel_stack *s, int indent, FILE *out)
{
	print_some(n, s, 0, s->frames, indent, out);
}

/* Of very many frames the innermost and the outermost ones. */
static void print_ends(
	struct names *n, const struct channel_bug *bug, FILE *out)
{
	uint32_t inner = bug->stack.frames - bug->outer;

	print_some(n, &bug->stack, 0, inner, 4, out);
	if (bug->between)
		fprintf(out, "    ... %u more\n", bug->between);
	print_some(n, &bug->stack, inner, bug->stack.frames, 4, out);
}

const char *stacks_second_place(enum bug_kind kind)
{
	switch (kind) {
	case BUG_use_after_free:
	case BUG_double_free:
		return "freed";
	case BUG_unlock_not_owner:
	case BUG_destroy_busy:
	case BUG_self_deadlock:
		return "taken";
	case BUG_bad_object:
		return "destroyed";
	case BUG_data_race:
		return "the other access";
	case BUG_unsafe_in_handler:
		return "the call that was interrupted,";
	case BUG_leak:
	case BUG_heap_overflow:
	case BUG_heap_underflow:
		return "allocated";
	default:
		return "before";
	}
}

void stacks_bug(struct names *n, const struct channel_bug *bug, FILE *out)
{
	char name[200];

	if (bug->stack.frames) {
		names_thread_long(n, bug->stack.thread, name, sizeof name);
		fprintf(out, "\ncall stack%s%s:\n",
			bug->stack.thread == TID_NONE ? "" : " of ",
			bug->stack.thread == TID_NONE ? "" : name);
		print_ends(n, bug, out);
	}
	if (bug->other.frames) {
		names_thread_long(n, bug->other.thread, name, sizeof name);
		fprintf(out, "\n%s by %s:\n",
			stacks_second_place((enum bug_kind)bug->kind), name);
		stacks_print(n, &bug->other, 4, out);
	}
}

/* Does it tell more than the place? */
static bool deep(struct names *n, const struct channel_stack *s)
{
	uint32_t frames = 0;

	for (uint32_t i = 0; i < s->frames; i++)
		frames += !names_is_runtime(n, s->pc[i]) &&
			  !names_of_the_system(names_frame(n, &s->pc[i], 1));
	return frames > 1;
}

void stacks_waits(struct names *n, const struct channel_bug *bug, FILE *out)
{
	char name[200], what[400], where[96];

	if (bug->waits)
		fprintf(out, "\nwho waits for what:\n");
	for (unsigned i = 0; i < bug->waits; i++) {
		const struct channel_wait *w = &bug->wait[i];

		names_thread_long(n, w->thread, name, sizeof name);
		if (w->kind == OP_none) {
			fprintf(out, "  %s has ended\n", name);
			continue;
		}
		words_waits(n, w, what, sizeof what);
		names_frame_where(names_frame(n, w->stack.pc, w->stack.frames),
			where, sizeof where);
		fprintf(out, "  %s %s", name, what);
		if (w->stack.frames && op_info[w->kind].waits == WAITS_wake)
			fprintf(out, " (at %s)", where);
		else if (w->stack.frames)
			fprintf(out, " (%s at %s)", op_info[w->kind].text,
				where);
		fprintf(out, "\n");
		if (deep(n, &w->stack))
			stacks_print(n, &w->stack, 6, out);
	}
}
