/* SPDX-License-Identifier: MIT */
#include "cli/study/sum.h"

#include <stdlib.h>

static int by_first(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t median(uint64_t *first, size_t found, size_t runs)
{
	size_t at = (runs + 1) / 2; /* from 1 */

	if (!runs || at > found)
		return 0;
	qsort(first, found, sizeof *first, by_first);
	return first[at - 1];
}

struct sum study_sum(const struct study *s, size_t program, size_t technique)
{
	const struct cell *cell[SEEDS_MAX];
	uint64_t first[SEEDS_MAX];
	struct sum sum = {0};
	size_t n = study_cells_of(s, program, technique, cell), counted = 0;

	for (size_t i = 0; i < n; i++) {
		const struct cell *c = cell[i];

		if (c->outcome == CELL_OPEN)
			continue;
		sum.one = sum.one ? sum.one : c;
		sum.runs++;
		sum.errors += c->outcome == CELL_ERROR;
		sum.other += c->outcome == CELL_OTHER;
		if (c->outcome == CELL_FOUND)
			first[sum.found++] = c->first;
		if (c->outcome == CELL_ERROR)
			continue;
		counted++;
		sum.schedules += (double)c->schedules;
		sum.failed += (double)c->failed;
	}
	if (counted) {
		sum.schedules /= (double)counted;
		sum.failed /= (double)counted;
	}
	sum.first = median(first, sum.found, sum.runs);
	return sum;
}

void study_size(const struct study *s, size_t program, uint64_t *threads,
	uint64_t *decisions)
{
	*threads = *decisions = 0;
	for (size_t i = 0; i < s->cells; i++) {
		const struct cell *c = &s->cell[i];

		if (c->program != program)
			continue;
		if (c->threads > *threads)
			*threads = c->threads;
		if (c->decisions > *decisions)
			*decisions = c->decisions;
	}
}

size_t study_buggy(const struct study *s)
{
	size_t n = 0;

	for (size_t p = 0; p < s->suite.programs; p++)
		n += s->suite.program[p].buggy;
	return n;
}

double study_found_within(
	const struct study *s, size_t technique, double schedules)
{
	const struct cell *cell[SEEDS_MAX];
	double all = 0;

	for (size_t p = 0; p < s->suite.programs; p++) {
		size_t n = study_cells_of(s, p, technique, cell), in = 0,
		       runs = 0;

		for (size_t i = 0; i < n; i++) {
			runs += cell[i]->outcome != CELL_OPEN;
			in += cell[i]->outcome == CELL_FOUND &&
			      (double)cell[i]->first <= schedules;
		}
		if (runs)
			all += (double)in / (double)runs;
	}
	return all;
}

bool study_finds(const struct study *s, size_t program, size_t technique)
{
	return study_sum(s, program, technique).first != 0;
}

uint64_t study_longest(const struct study *s)
{
	uint64_t most = s->suite.executions;

	for (size_t i = 0; i < s->cells && !s->suite.executions; i++)
		if (s->cell[i].schedules > most)
			most = s->cell[i].schedules;
	for (size_t i = 0; i < s->cells; i++)
		if (s->cell[i].first > most)
			most = s->cell[i].first;
	return most ? most : 1;
}
