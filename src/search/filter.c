/* SPDX-License-Identifier: MIT */
#include "search/filter.h"

#include <stdlib.h>

const char *const directive_name[DIRECTIVE_KINDS] = {"within", "without",
	"trust", "ignore", "initialiser", "destroyer", "fail-in", "fence",
	"fence-through"};

static int by_start(const void *a, const void *b)
{
	const struct filter_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

/* Where the hits of `at` end: at the end of a range there, or the start of one
 * behind it.  *hits: those of `at`.  Ranges before `first` end before it. */
static uint64_t change_after(const struct filter_range *range, size_t first,
	size_t ranges, uint64_t at, uint64_t *hits)
{
	uint64_t next = UINT64_MAX;

	*hits = 0;
	for (size_t i = first; i < ranges; i++) {
		const struct filter_range *r = &range[i];

		if (r->start > at) {
			if (r->start < next)
				next = r->start;
			break;
		}
		if (r->end <= at)
			continue;
		*hits |= 1ull << r->directive;
		if (r->end < next)
			next = r->end;
	}
	return next;
}

size_t filter_cut(struct filter_range *range, size_t ranges,
	struct filter_piece *piece, size_t room)
{
	size_t n = 0, first = 0;
	struct filter_piece last = {0, 0, 0};
	uint64_t at = 0, next, hits;

	if (ranges)
		qsort(range, ranges, sizeof *range, by_start);
	for (; at != UINT64_MAX; at = next) {
		while (first < ranges && range[first].end <= at)
			first++;
		next = change_after(range, first, ranges, at, &hits);
		if (!hits)
			continue;
		if (n && last.end == at && last.hits == hits) {
			last.end = next;
		} else {
			last = (struct filter_piece){at, next, hits};
			n++;
		}
		if (n <= room)
			piece[n - 1] = last;
	}
	return n;
}

const struct filter_piece *filter_find(
	const struct filter_piece *piece, size_t pieces, uint64_t address)
{
	size_t low = 0, high = pieces;

	while (low < high) { /* the first that ends behind it */
		size_t middle = (low + high) / 2;

		if (piece[middle].end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < pieces && piece[low].start <= address ? &piece[low] : NULL;
}

uint64_t filter_hits(
	const struct filter_piece *piece, size_t pieces, uint64_t address)
{
	const struct filter_piece *p = filter_find(piece, pieces, address);

	return p ? p->hits : 0;
}

uint64_t filter_of_kind(const uint8_t *kind, unsigned n, enum directive which)
{
	uint64_t set = 0;

	for (unsigned i = 0; i < n; i++)
		if (kind[i] == which)
			set |= 1ull << i;
	return set;
}

bool filter_accepts(const uint8_t *kind, unsigned n, uint64_t hits)
{
	for (unsigned i = n; i-- > 0;)
		if ((hits >> i & 1) && (kind[i] == DIRECTIVE_WITHIN ||
					       kind[i] == DIRECTIVE_WITHOUT))
			return kind[i] == DIRECTIVE_WITHIN;
	return !filter_of_kind(kind, n, DIRECTIVE_WITHIN);
}
