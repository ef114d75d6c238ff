/* SPDX-License-Identifier: MIT */
/* ranges.h - code and data of modules that somebody names, cut into pieces
 *
 * Memory   ranges_free() ends it; a struct of zeros is empty.
 */
#ifndef CLI_RANGES_H
#define CLI_RANGES_H

#include "channel/channel.h"

#define RANGES_NO_MEMORY SIZE_MAX

struct range {
	uint32_t module;
	struct filter_range is; /* from the module's base */
};

struct ranges {
	struct range *range;
	size_t n, room;
	bool no_memory; /* something was not added */
};

/* What the directive with that number names: [start, end) of a module. */
void ranges_add(struct ranges *r, uint32_t module, uint64_t start, uint64_t end,
	uint32_t directive);

/* The pieces, ascending by module and start.  How many there are, or
 * RANGES_NO_MEMORY; more than `room`: not all were written. */
size_t ranges_cut(
	const struct ranges *r, struct channel_piece *piece, size_t room);
void ranges_free(struct ranges *r);

/* A library that nobody tests. */
bool ranges_of_the_system(const struct channel_module *m);

#endif
