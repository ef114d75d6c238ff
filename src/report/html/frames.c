/* SPDX-License-Identifier: MIT */
/* frames.c - call stacks of a page, each one once */
#include <jansson.h>
#include <stdlib.h>

#include "base/hash.h"
#include "report/html/picture.h"
#include "report/json.h"

static json_t *frame_json(struct picture *p, const struct frame *f)
{
	json_t *one = json_array();

	json_array_append_new(one, json_clean(f->function));
	json_array_append_new(
		one, json_integer(files_use(&p->files, f->path, f->line)));
	json_array_append_new(one, json_integer(f->line));
	if (!f->line)
		json_array_append_new(one, json_clean(f->module));
	return one;
}

/* As the text has them: of the system's libraries the innermost alone. */
json_t *frames_json(struct picture *p, const struct channel_stack *s)
{
	json_t *all = json_array();
	struct frame frame[24];

	for (uint32_t i = 0; i < s->frames; i++) {
		unsigned n;

		if (names_is_runtime(&p->names, s->pc[i]))
			continue;
		n = symbols_frames(p->names.symbols, s->pc[i], frame, 24);
		for (unsigned j = 0; j < n; j++)
			if (!json_array_size(all) ||
				!names_of_the_system(&frame[j]))
				json_array_append_new(
					all, frame_json(p, &frame[j]));
	}
	return all;
}

int frames_stack(struct picture *p, const struct channel_stack *s)
{
	uint64_t h = s->frames;

	if (!s->frames)
		return -1;
	for (uint32_t i = 0; i < s->frames; i++)
		h = hash_mix(h ^ s->pc[i]);
	for (uint32_t i = p->stack_count; i-- > 0;)
		if (p->stack_hash[i] == h)
			return (int)i;
	if (p->stack_count == p->stack_room) {
		uint32_t room = p->stack_room ? 2 * p->stack_room : 64;
		uint64_t *at = realloc(p->stack_hash, room * sizeof *at);

		if (!at)
			return -1;
		p->stack_hash = at;
		p->stack_room = room;
	}
	p->stack_hash[p->stack_count] = h;
	json_array_append_new(p->stacks, frames_json(p, s));
	return (int)p->stack_count++;
}
