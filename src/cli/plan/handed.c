/* SPDX-License-Identifier: MIT */
#include "cli/plan/handed.h"

#include <string.h>
#include <sys/mman.h>

static struct channel *between; /* sparse */

void handed_begin(void)
{
	void *p = mmap(NULL, sizeof *between, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	between = p == MAP_FAILED ? NULL : p;
}

static void note(const struct point *point)
{
	for (uint32_t i = 0; i < between->points; i++)
		if (between->point[i].pc == point->pc)
			return;
	if (between->points < POINTS_MAX && point_stops(point))
		between->point[between->points++] = *point;
}

void handed_note(const struct processes *all)
{
	const struct channel *any = between ? processes_channel(all) : NULL;

	if (!any || !any->modules)
		return;
	between->modules = any->modules;
	memcpy(between->module, any->module,
		any->modules * sizeof any->module[0]);
	for (unsigned i = 0; i < all->size; i++) {
		const struct channel *c = all->process[i]->channel;

		for (uint32_t j = 0; c && j < c->points && j < POINTS_MAX; j++)
			note(&c->point[j]);
	}
}

const struct channel *handed(void)
{
	return between && between->points ? between : NULL;
}
