/* SPDX-License-Identifier: MIT */
/* rng_test.c - known numbers, independent streams, no bias */
#include "unit.h"

#include "base/rng.h"

static void numbers_are_those_of_xoshiro256starstar(void **state)
{
	/* First outputs from the state 1, 2, 3, 4, as computed by hand from the
	 * definition: rotl(2 * 5, 7) * 9 = 11520, then s1 is 0. */
	struct rng rng = {{1, 2, 3, 4}};

	assert_int_equal(rng_next(&rng), 11520);
	assert_int_equal(rng_next(&rng), 0);
	assert_int_equal(rng_next(&rng), 1509978240);
}

static void streams_depend_on_seed_and_number(void **state)
{
	struct rng a, b, c, again;

	rng_seed(&a, 1, 2);
	rng_seed(&b, 2, 1);
	rng_seed(&c, 1, 3);
	rng_seed(&again, 1, 2);
	for (int i = 0; i < 8; i++) {
		uint64_t x = rng_next(&a);

		assert_true(x != rng_next(&b) && x != rng_next(&c));
		assert_true(x == rng_next(&again));
	}
}

static void below_is_uniform_where_modulo_is_not(void **state)
{
	/* Of 3 * 2^30 numbers, 32 bits modulo n would give the lower third
	 * half of all. */
	enum {
		N = 3u << 30,
		RUNS = 300000
	};
	unsigned low = 0;
	struct rng rng;

	rng_seed(&rng, 5, 0);
	for (int i = 0; i < RUNS; i++) {
		uint32_t x = rng_below(&rng, N);

		assert_true(x < N);
		low += x < 1u << 30;
	}
	/* One third, within 4 standard deviations of 258. */
	assert_in_range(low, RUNS / 3 - 1033, RUNS / 3 + 1033);
}

static void below_one_is_zero(void **state)
{
	struct rng rng;

	rng_seed(&rng, 1, 1);
	assert_int_equal(rng_below(&rng, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_of_xoshiro256starstar),
		cmocka_unit_test(streams_depend_on_seed_and_number),
		cmocka_unit_test(below_is_uniform_where_modulo_is_not),
		cmocka_unit_test(below_one_is_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
