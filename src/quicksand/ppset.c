/* SPDX-License-Identifier: MIT */
#include "quicksand/ppset.h"

enum {
	WORDS = PPSET_POINTS / 64
};

void ppset_add(struct ppset *s, unsigned point)
{
	if (ppset_has(s, point))
		return;
	s->bits[point / 64] |= 1ull << (point % 64);
	s->points++;
}

void ppset_join(struct ppset *a, const struct ppset *b)
{
	a->classes |= b->classes;
	a->points = 0;
	for (unsigned i = 0; i < WORDS; i++) {
		a->bits[i] |= b->bits[i];
		a->points += (unsigned)__builtin_popcountll(a->bits[i]);
	}
}

bool ppset_within(const struct ppset *a, const struct ppset *b)
{
	if ((a->classes & ~b->classes) || a->points > b->points)
		return false;
	for (unsigned i = 0; i < WORDS; i++)
		if (a->bits[i] & ~b->bits[i])
			return false;
	return true;
}

bool ppset_equal(const struct ppset *a, const struct ppset *b)
{
	return a->classes == b->classes && a->points == b->points &&
	       ppset_within(a, b);
}

unsigned ppset_size(const struct ppset *s)
{
	return s->points + (unsigned)__builtin_popcount(s->classes);
}

unsigned ppset_next(const struct ppset *s, unsigned from)
{
	for (unsigned i = from / 64; i < WORDS; i++) {
		uint64_t word = s->bits[i];

		if (i == from / 64)
			word &= ~0ull << (from % 64);
		if (word)
			return i * 64 + (unsigned)__builtin_ctzll(word);
	}
	return PPSET_POINTS;
}
