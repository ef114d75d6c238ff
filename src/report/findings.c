/* SPDX-License-Identifier: MIT */
/* findings.c - the data races of all processes of a check, in one table
 *
 * Rows are merged by their sides (detect/candidates.h); the numbers of their
 * executions are those of the whole check.
 */
#include "report/result.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIRST_ROOM = 64,
	SLOTS_EACH = 4 /* of the index, a row */
};

static bool grow(struct result *r)
{
	uint32_t room = r->races_room ? 2 * r->races_room : FIRST_ROOM;
	struct race *row = realloc(r->candidate, room * sizeof *row);
	struct channel_race *race;
	uint32_t *slot;

	if (!row)
		return false;
	r->candidate = row;
	race = realloc(r->race, room * sizeof *race);
	if (!race)
		return false;
	r->race = race;
	slot = realloc(r->race_slot, room * SLOTS_EACH * sizeof *slot);
	if (!slot)
		return false;
	r->race_slot = slot;
	r->races_room = room;
	candidates_init(
		&r->candidates, row, &r->races, room, slot, room * SLOTS_EACH);
	return true;
}

/* What one process knows of a race, where `number` is that of its first
 * execution. */
static void add(struct result *r, struct race row,
	const struct channel_race *race, uint64_t number)
{
	uint64_t last = number + (row.execution_last - row.execution);
	uint32_t one = 1;
	struct candidates alone = {.race = &row, .races = &one, .max = 1};
	struct race *known;

	if (r->races == r->races_room && !grow(r))
		return;
	known = candidates_find(&r->candidates, row.one.pc, row.one.kind,
		row.two.pc, row.two.kind);
	row.execution = number;
	row.execution_last = last;
	candidates_merge(&r->candidates, &alone);
	if (!known) {
		r->race[r->races - 1] = *race;
		return;
	}
	if (number < known->execution)
		known->execution = number;
	if (last > known->execution_last)
		known->execution_last = last;
}

void findings_add(struct result *r, const struct channel *c, uint64_t first,
	uint64_t stride, uint64_t last)
{
	for (uint32_t i = 0; i < c->races; i++) {
		struct race row = c->candidate[i];
		uint64_t number = row.execution;

		if (number)
			number = first + (number - 1) * stride + 1;
		if (number > last)
			continue;
		row.execution_last =
			row.execution +
			(row.execution_last - row.execution) * stride;
		add(r, row, &c->race[i], number);
	}
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

bool findings_job(struct result *r, const struct race_job *job)
{
	struct race_job *grown = realloc(r->job, (r->jobs + 1) * sizeof *grown);
	uint64_t *pc = malloc((job->pcs + 1) * sizeof *pc);

	if (grown)
		r->job = grown;
	if (!grown || !pc) {
		free(pc);
		return false;
	}
	if (job->pcs)
		memcpy(pc, job->pc, job->pcs * sizeof *pc);
	qsort(pc, job->pcs, sizeof *pc, ascending);
	grown[r->jobs] = *job;
	grown[r->jobs++].pc = pc;
	return true;
}

enum race_class findings_class(const struct result *r, uint32_t race)
{
	return race_classify(&r->candidate[race], r->job, r->jobs);
}

void findings_fini(struct result *r)
{
	for (size_t i = 0; i < r->jobs; i++)
		free((void *)r->job[i].pc);
	free(r->job);
	r->job = NULL;
	r->jobs = 0;
	free(r->race_line);
	r->race_line = NULL;
	free(r->candidate);
	free(r->race);
	free(r->race_slot);
	r->candidate = NULL;
	r->race = NULL;
	r->race_slot = NULL;
	r->races = r->races_room = 0;
}
