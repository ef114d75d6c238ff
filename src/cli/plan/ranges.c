/* SPDX-License-Identifier: MIT */
#include "cli/plan/ranges.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIRST_ROOM = 256
};

void ranges_add(struct ranges *r, uint32_t module, uint64_t start, uint64_t end,
	uint32_t directive)
{
	if (r->n == r->room) {
		size_t room = r->room ? 2 * r->room : FIRST_ROOM;
		struct range *range = realloc(r->range, room * sizeof *range);

		if (!range) {
			r->no_memory = true;
			return;
		}
		r->range = range;
		r->room = room;
	}
	r->range[r->n++] = (struct range){module, {start, end, directive}};
}

size_t ranges_cut(
	const struct ranges *r, struct channel_piece *piece, size_t room)
{
	struct filter_range *range = calloc(r->n + 1, sizeof *range);
	struct filter_piece *cut = calloc(room + 1, sizeof *cut);
	size_t all = 0;

	for (uint32_t m = 0; range && cut && m < MODULES_MAX && all <= room;
		m++) {
		size_t n = 0, made;

		for (size_t i = 0; i < r->n; i++)
			if (r->range[i].module == m)
				range[n++] = r->range[i].is;
		made = filter_cut(range, n, cut, room - all);
		for (size_t i = 0; i < made && all + i < room; i++)
			piece[all + i] = (struct channel_piece){m, cut[i].start,
				cut[i].end - cut[i].start, cut[i].hits};
		all += made;
	}
	if (!range || !cut || r->no_memory)
		all = RANGES_NO_MEMORY;
	free(range);
	free(cut);
	return all;
}

void ranges_free(struct ranges *r)
{
	free(r->range);
	*r = (struct ranges){0};
}

bool ranges_of_the_system(const struct channel_module *m)
{
	static const char *const start[] = {"libc.so", "libstdc++.so",
		"libgcc_s.so", "libm.so", "libpthread.so", "ld-linux",
		"linux-vdso", 0};
	const char *slash = strrchr(m->path, '/');
	const char *name = slash ? slash + 1 : m->path;

	for (const char *const *s = start; *s; s++)
		if (strncmp(name, *s, strlen(*s)) == 0)
			return true;
	return false;
}
