/* SPDX-License-Identifier: MIT */
/* mappings.c - the list of mappings, but for the runtime's own */
#include "native/audit/maps.h"
#include "native/audit/part.h"
#include "native/layout.h"

#include "channel/channel.h"

#include <stdio.h>
#include <string.h>

enum {
	MOST = 1024
};

struct kept {
	uint64_t start, end;
	char protection[5];
	char name[48]; /* last part of its path */
};
static struct kept then[MOST];
static unsigned count;
static bool off;

/* Reviewed: what may differ, and why that is harmless. */
static const struct {
	uint64_t from, to;
	const char *why;
} reviewed[] = {
	{SHADOW_BASE, SHADOW_BASE + SHADOW_BYTES, "the shadow"},
	{CHANNEL_BASE, HEAP_BASE, "the channel and the runtime's tables"},
	{HEAP_BASE, HEAP_BASE + HEAP_BYTES, "the heap: contents go back"},
	{MAPS_BASE, MAPS_BASE + MAPS_BYTES,
		"mappings of the test: their table goes back"},
	{FAR_BASE, FAR_BASE + FAR_BYTES,
		"large mappings of the test: their table goes back"},
	{STACKS_BASE, LARGE_BASE + 32 * GIB,
		"stacks, lent once and kept for later lives"},
};
static const struct {
	const char *name, *why;
} reviewed_names[] = {
	{"[heap]", "the C library's allocator, which keeps what control blocks "
		   "need"},
	{"[stack]", "the driver's own, which grows"},
};

/* Reviewed: valgrind maps and unmaps as it likes: there nothing can be said. */
static const char valgrind_tool[] = "-amd64-linux";

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_reviewed(const struct map *m)
{
	for (unsigned i = 0; i < sizeof reviewed / sizeof *reviewed; i++)
		if (m->start >= reviewed[i].from && m->end <= reviewed[i].to)
			return true;
	for (unsigned i = 0; i < sizeof reviewed_names / sizeof *reviewed_names;
		i++)
		if (strcmp(m->name, reviewed_names[i].name) == 0)
			return true;
	return false;
}

static bool next(struct map *m)
{
	while (maps_next(m))
		if (!is_reviewed(m))
			return true;
	return false;
}

static void keep(void)
{
	struct map m;

	count = 0;
	off = false;
	maps_read();
	while (count < MOST && next(&m)) {
		struct kept *k = &then[count++];

		off |= strstr(m.name, valgrind_tool) != 0;
		k->start = m.start;
		k->end = m.end;
		memcpy(k->protection, m.protection, sizeof k->protection);
		snprintf(k->name, sizeof k->name, "%s", base_of(m.name));
	}
	off |= count == 0 || count == MOST;
}

static bool same(const struct kept *k, const struct map *m)
{
	return k->start == m->start && k->end == m->end &&
	       strcmp(k->protection, m->protection) == 0 &&
	       strncmp(k->name, base_of(m->name), sizeof k->name - 1) == 0;
}

static bool clean(char *text, size_t n)
{
	const struct kept *k = then;
	struct map m;

	if (off)
		return true;
	maps_read();
	while (next(&m)) {
		if (k < then + count && same(k, &m)) {
			k++;
			continue;
		}
		if (k < then + count && k->end <= m.start)
			break;
		snprintf(text, n,
			k == then + count || m.end <= k->start
				? "a mapping of %llu KiB at 0x%llx (%s%s%s) "
				  "was "
				  "left"
				: "the mapping of %llu KiB at 0x%llx (%s%s%s) "
				  "has changed",
			(unsigned long long)(m.end - m.start) >> 10,
			(unsigned long long)m.start, m.protection,
			*m.name ? " " : "", base_of(m.name));
		return false;
	}
	if (k == then + count)
		return true;
	snprintf(text, n, "the mapping of %llu KiB at 0x%llx (%s%s%s) is gone",
		(unsigned long long)(k->end - k->start) >> 10,
		(unsigned long long)k->start, k->protection,
		*k->name ? " " : "", k->name);
	return false;
}

const struct audit_part audit_mappings = {keep, clean};
