/* SPDX-License-Identifier: MIT */
/* hitting_test.c - smallest hitting sets, against all sets there are */
#include "unit.h"

#include "base/rng.h"
#include "search/hitting.h"

enum {
	ELEMENTS = 9,
	SETS = 8,
	ROUNDS = 4000
};

static bool hits(const uint64_t *set, size_t n, uint64_t with)
{
	for (size_t i = 0; i < n; i++)
		if (!(set[i] & with))
			return false;
	return true;
}

static unsigned size_of(uint64_t set)
{
	return (unsigned)__builtin_popcountll(set);
}

/* The lower elements come first: the lowest bit in which they differ is in
 * that set. */
static bool comes_before(uint64_t a, uint64_t b)
{
	uint64_t differ = a ^ b;

	return size_of(a) != size_of(b) ? size_of(a) < size_of(b)
					: a & (differ & -differ);
}

static void the_smallest_of_all_sets_is_found(void **state)
{
	struct rng rng;
	uint64_t set[SETS];

	rng_seed(&rng, 1, 1);

	for (unsigned round = 0; round < ROUNDS; round++) {
		size_t n = rng_below(&rng, SETS + 1);
		uint64_t best = UINT64_MAX, found;

		for (size_t i = 0; i < n; i++) {
			set[i] = 1ull << rng_below(&rng, ELEMENTS);
			set[i] |= 1ull << rng_below(&rng, ELEMENTS);
			if (rng_below(&rng, 2))
				set[i] |= rng_below(&rng, 1 << ELEMENTS);
		}
		for (uint64_t all = 0; all < 1ull << ELEMENTS; all++)
			if (hits(set, n, all) &&
				(best == UINT64_MAX || comes_before(all, best)))
				best = all;
		assert_true(hitting_set(set, n, &found));
		assert_int_equal(found, best);
	}
}

static void nothing_hits_an_empty_set(void **state)
{
	const uint64_t set[] = {3, 0, 4};
	uint64_t found;

	assert_false(hitting_set(set, 3, &found));
	assert_true(hitting_set(set, 1, &found));
	assert_int_equal(found, 1);
}

static void the_last_element_is_one_as_well(void **state)
{
	const uint64_t set[] = {1ull << 63, 1ull << 63 | 1, 1ull << 62};
	uint64_t found;

	assert_true(hitting_set(set, 3, &found));
	assert_int_equal(found, 3ull << 62);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_smallest_of_all_sets_is_found),
		cmocka_unit_test(nothing_hits_an_empty_set),
		cmocka_unit_test(the_last_element_is_one_as_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
