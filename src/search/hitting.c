/* SPDX-License-Identifier: MIT */
#include "search/hitting.h"

enum {
	ELEMENTS = 64
};

static bool hits_all(const uint64_t *set, size_t n, uint64_t with)
{
	for (size_t i = 0; i < n; i++)
		if (!(set[i] & with))
			return false;
	return true;
}

/* Some element of the first set that is missed has to be there. */
static bool can_be_hit(
	const uint64_t *set, size_t n, uint64_t with, unsigned more)
{
	size_t i = 0;

	while (i < n && set[i] & with)
		i++;
	if (i == n)
		return true;
	for (uint64_t left = more ? set[i] : 0; left; left &= left - 1)
		if (can_be_hit(set, n, with | (left & -left), more - 1))
			return true;
	return false;
}

bool hitting_set(const uint64_t *set, size_t n, uint64_t *out)
{
	unsigned size = 0;

	for (size_t i = 0; i < n; i++)
		if (!set[i])
			return false;
	while (!can_be_hit(set, n, 0, size))
		size++;
	*out = 0;
	for (unsigned e = 0; e < ELEMENTS && !hits_all(set, n, *out); e++)
		if (can_be_hit(set, n, *out | 1ull << e, size - 1)) {
			*out |= 1ull << e;
			size--;
		}
	return true;
}
