/* SPDX-License-Identifier: MIT */
#include "report/touched.h"

#include <stdlib.h>
#include <string.h>

struct granule {
	uint64_t key;	/* address / 4, plus one; 0: free */
	uint32_t apart; /* its bytes' marks in apart[], plus one; 0: one mark */
	struct mark all;
};

static const struct mark nobody = {.write = TOUCHED_NONE, .writer = TID_NONE};

static struct granule *slot(const struct touched *m, uint64_t key)
{
	size_t i = (size_t)(key * 0x9e3779b97f4a7c15ull >> 20) & (m->size - 1);

	while (m->at[i].key && m->at[i].key != key)
		i = (i + 1) & (m->size - 1);
	return &m->at[i];
}

static bool grow(struct touched *m)
{
	struct touched more = *m;

	more.size = m->size ? 2 * m->size : 1024;
	more.at = calloc(more.size, sizeof *more.at);
	if (!more.at)
		return false;
	for (size_t i = 0; i < m->size; i++)
		if (m->at[i].key)
			*slot(&more, m->at[i].key) = m->at[i];
	free(m->at);
	*m = more;
	return true;
}

/* NULL: no memory. */
static struct granule *granule_at(struct touched *m, uint64_t key)
{
	struct granule *g;

	if (2 * m->used >= m->size && !grow(m)) {
		m->full = true;
		return NULL;
	}
	g = slot(m, key);
	if (!g->key) {
		*g = (struct granule){.key = key, .all = nobody};
		m->used++;
	}
	return g;
}

static bool split(struct touched *m, struct granule *g)
{
	if (g->apart)
		return true;
	if (m->aparts == m->room) {
		size_t room = m->room ? 2 * m->room : 256;
		void *more = realloc(m->apart, room * sizeof *m->apart);

		if (!more) {
			m->full = true;
			return false;
		}
		m->apart = more;
		m->room = room;
	}
	for (int i = 0; i < 4; i++)
		m->apart[m->aparts][i] = g->all;
	g->apart = (uint32_t)++m->aparts;
	return true;
}

static void visit_granule(struct touched *m, uint64_t key, uint64_t address,
	uint64_t end, touched_visit *visit, void *arg)
{
	uint64_t first = 4 * (key - 1);
	struct granule *g = granule_at(m, key);

	if (!g)
		return;
	if ((first < address || first + 4 > end) && !split(m, g))
		return;
	if (!g->apart) {
		visit(arg, &g->all);
		return;
	}
	for (uint64_t i = 0; i < 4; i++)
		if (first + i >= address && first + i < end)
			visit(arg, &m->apart[g->apart - 1][i]);
}

/* The first key that is at least this one. */
static size_t from(const struct touched *m, uint64_t key)
{
	size_t low = 0, high = m->foreseen;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (m->sorted[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void touched_each(struct touched *m, uint64_t address, uint64_t size,
	touched_visit *visit, void *arg)
{
	uint64_t end = address + size, key = address / 4 + 1;
	uint64_t last = size ? (end - 1) / 4 + 1 : 0;

	if (size > TOUCHED_SPAN) {
		for (size_t i = from(m, key);
			i < m->foreseen && m->sorted[i] <= last; i++)
			visit_granule(
				m, m->sorted[i], address, end, visit, arg);
		return;
	}
	for (; key <= last && !m->full; key++)
		visit_granule(m, key, address, end, visit, arg);
}

/* Two ranges that overlap do so where one of them begins. */
void touched_foresee(struct touched *m, uint64_t address, uint64_t size)
{
	uint64_t last = size ? (address + size - 1) / 4 + 1 : 0;

	if (size > TOUCHED_SPAN) {
		m->wide = true;
		last = address / 4 + 1;
	}
	for (uint64_t key = address / 4 + 1; key <= last && !m->full; key++)
		granule_at(m, key);
}

static int by_key(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void touched_foreseen(struct touched *m)
{
	if (!m->wide)
		return;
	m->sorted = malloc((m->used + 1) * sizeof *m->sorted);
	for (size_t i = 0; m->sorted && i < m->size; i++)
		if (m->at[i].key)
			m->sorted[m->foreseen++] = m->at[i].key;
	if (m->foreseen)
		qsort(m->sorted, m->foreseen, sizeof *m->sorted, by_key);
}

void touched_free(struct touched *m)
{
	free(m->at);
	free(m->apart);
	free(m->sorted);
	memset(m, 0, sizeof *m);
}
