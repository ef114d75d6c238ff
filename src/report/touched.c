/* SPDX-License-Identifier: MIT */
#include "report/touched.h"

#include <stdlib.h>
#include <string.h>

/* The first piece that begins at `address` or behind it. */
static size_t from(const struct touched *m, uint64_t address)
{
	size_t low = 0, high = m->pieces;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (m->at[mid] < address)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void touched_each(struct touched *m, uint64_t address, uint64_t size,
	touched_visit *visit, void *arg)
{
	size_t i = from(m, address);

	if (!m->mark)
		return;
	/* Of bytes that were not foreseen: the piece that they are in. */
	if (i > 0 && (i == m->pieces || m->at[i] > address))
		i--;
	for (; i < m->pieces && m->at[i] < address + size; i++)
		visit(arg, &m->mark[i]);
}

void touched_foresee(struct touched *m, uint64_t address, uint64_t size)
{
	if (!size || m->full)
		return;
	if (m->pieces + 2 > m->room) {
		size_t room = m->room ? 2 * m->room : 1024;
		uint64_t *more = realloc(m->at, room * sizeof *more);

		if (!more) {
			m->full = true;
			return;
		}
		m->at = more;
		m->room = room;
	}
	m->at[m->pieces++] = address;
	m->at[m->pieces++] = address + size;
}

static int by_address(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void touched_foreseen(struct touched *m)
{
	size_t n = 0;

	if (!m->pieces || m->full)
		return;
	qsort(m->at, m->pieces, sizeof *m->at, by_address);
	for (size_t i = 0; i < m->pieces; i++)
		if (i == 0 || m->at[i] != m->at[n - 1])
			m->at[n++] = m->at[i];
	m->pieces = n;
	m->mark = malloc(n * sizeof *m->mark);
	for (size_t i = 0; m->mark && i < n; i++)
		m->mark[i] = (struct mark){
			.write = TOUCHED_NONE, .writer = TID_NONE};
}

void touched_free(struct touched *m)
{
	free(m->at);
	free(m->mark);
	memset(m, 0, sizeof *m);
}
