/* SPDX-License-Identifier: MIT */
#include "native/kernel/areas.h"
#include "native/kernel/content.h"
#include "native/kernel/touched.h"
#include "native/footprint.h"
#include "native/raw.h"

#include <sys/mman.h>

enum {
	AREAS_MAX = 4096
};

static struct area area[AREAS_MAX]; /* rewound */
static uint64_t areas;		    /* rewound */
bool map_any;

/* What the kernel has; not rewound. */
static struct area real[2 * AREAS_MAX];
static uint64_t reals;

void areas_put(struct area a)
{
	if (a.start >= a.end)
		return;
	if (areas == AREAS_MAX)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d pieces of mapped memory: scarp supports "
			"that many" SC(502),
			AREAS_MAX);
	shared_write(area); /* rows have no fixed order */
	undo_save(&area[areas], sizeof *area);
	area[areas] = a;
	undo_save8(&areas);
	areas++;
}

void area_save(struct area *a)
{
	shared_write(area);
	undo_save(a, sizeof *a);
}

static void cut(uint64_t at)
{
	for (uint64_t i = 0, n = areas; i < n; i++) {
		struct area rest = area[i];

		if (rest.start >= at || rest.end <= at)
			continue;
		rest.start = at;
		area_save(&area[i]);
		area[i].end = at;
		areas_put(rest);
	}
}

void areas_cut(uint64_t start, uint64_t end)
{
	cut(start);
	cut(end);
}

struct area *areas_next(uint64_t start, uint64_t end, uint64_t *i)
{
	while (*i < areas) {
		struct area *a = &area[(*i)++];

		if (a->start < end && a->end > start)
			return a;
	}
	return 0;
}

void areas_change(uint64_t start, uint64_t end, uint32_t protection)
{
	struct area *a;

	areas_cut(start, end);
	for (uint64_t i = 0; (a = areas_next(start, end, &i));) {
		area_save(a);
		a->protection = protection;
	}
}

bool areas_cover(uint64_t start, uint64_t end)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < areas; i++) {
		uint64_t a = area[i].start > start ? area[i].start : start;
		uint64_t b = area[i].end < end ? area[i].end : end;

		if (a < b && !(area[i].protection & AREA_GONE))
			n += b - a;
	}
	return n == end - start;
}

void map_ranges(void (*each)(const void *at, uint64_t bytes))
{
	for (uint64_t i = 0; i < areas; i++)
		if (area[i].protection & PROT_READ && in_maps(area[i].start))
			touched_pages(area[i].start, area[i].end, each);
}

/* --- what the kernel has
 * ------------------------------------------------------------ */

static void protect(uint64_t start, uint64_t end, uint32_t protection)
{
	raw_syscall6(SYS_mprotect, (long)start, (long)(end - start),
		protection & AREA_GONE ? PROT_NONE : (long)protection, 0, 0, 0);
}

void map_open(void)
{
	for (uint64_t i = 0; i < reals; i++)
		protect(real[i].start, real[i].end, PROT_READ | PROT_WRITE);
	reals = 0;
}

static void settle(uint64_t start, uint64_t end, uint32_t protection)
{
	if (start >= end || protection == (PROT_READ | PROT_WRITE))
		return;
	protect(start, end, protection);
	real[reals++] = (struct area){
		.start = start, .end = end, .protection = protection};
}

/* The areas that are not plain memory; all else is, after map_open. */
void map_settle(void)
{
	for (uint64_t i = 0; i < areas; i++) {
		uint64_t end = area[i].end;

		if (area[i].content)
			end = content_shown(area[i].content, end);
		if (end < area[i].start)
			end = area[i].start;
		settle(area[i].start, end, area[i].protection);
		settle(end, area[i].end, PROT_NONE);
	}
}

void areas_follow(void)
{
	map_any = true;
	map_open();
	map_settle();
}
