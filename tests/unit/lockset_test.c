/* SPDX-License-Identifier: MIT */
/* lockset_test.c - sets of locks as numbers, against arrays of counters */
#include "unit.h"

#include "base/rng.h"
#include "detect/lockset.h"

enum {
	THREADS = 4,
	ADDRESSES = 2,
	TYPES = 2
};

static struct locksets locks;

static void begin(uint32_t sets, size_t bytes)
{
	memset(memory, 0x55, sizeof memory);
	assert_true(locksets_init(&locks, memory, bytes, sets));
}

static uint32_t with(uint32_t set, uint64_t address)
{
	return lockset_with(&locks, set, 0, address, false);
}

static void equal_sets_have_equal_numbers(void **state)
{
	uint32_t a, b;

	(void)state;
	begin(100, sizeof memory);
	a = with(with(LOCKSET_NONE, 8), 4);
	b = with(with(LOCKSET_NONE, 4), 8);
	assert_int_equal(a, b);
	assert_int_not_equal(a, with(LOCKSET_NONE, 4));
	assert_int_equal(lockset_without(&locks, a, 0, 8),
		lockset_with(&locks, LOCKSET_NONE, 0, 4, false));
	b = lockset_without(&locks, lockset_without(&locks, a, 0, 4), 0, 8);
	assert_int_equal(b, LOCKSET_NONE);
	assert_int_equal(lockset_without(&locks, a, 0, 9), a);
	assert_false(locks.full);
}

static void type_is_part_of_a_lock(void **state)
{
	uint32_t mutex, sem;

	(void)state;
	begin(100, sizeof memory);
	mutex = lockset_with(&locks, LOCKSET_NONE, 0, 64, false);
	sem = lockset_with(&locks, LOCKSET_NONE, 1, 64, false);
	assert_false(locksets_exclude(&locks, mutex, sem));
	assert_true(locksets_exclude(
		&locks, mutex, lockset_with(&locks, sem, 0, 64, false)));
	assert_int_equal(lockset_without(&locks, mutex, 1, 64), mutex);
}

static void readers_let_each_other_in(void **state)
{
	uint32_t reader, writer;

	(void)state;
	begin(100, sizeof memory);
	reader = lockset_with(&locks, LOCKSET_NONE, 0, 64, true);
	writer = lockset_with(&locks, LOCKSET_NONE, 0, 64, false);
	assert_false(locksets_exclude(&locks, reader, reader));
	assert_true(locksets_exclude(&locks, reader, writer));
	assert_true(locksets_exclude(&locks, writer, reader));
	assert_true(lockset_within(&locks, reader, writer));
	assert_false(lockset_within(&locks, writer, reader));
	/* Another lock that keeps them apart. */
	assert_true(
		locksets_exclude(&locks, with(reader, 80), with(reader, 80)));
}

static void a_recursive_lock_is_given_back_as_often(void **state)
{
	uint32_t one, two;

	(void)state;
	begin(100, sizeof memory);
	one = with(LOCKSET_NONE, 64);
	two = with(one, 64);
	assert_int_not_equal(one, two);
	assert_true(locksets_exclude(&locks, one, two));
	assert_int_equal(lockset_without(&locks, two, 0, 64), one);
	assert_int_equal(lockset_without(&locks, one, 0, 64), LOCKSET_NONE);
}

static void what_does_not_fit_is_a_lock_too_few(void **state)
{
	uint32_t a, b, set = LOCKSET_NONE;

	(void)state;
	begin(3, sizeof memory); /* the empty one, and two */
	a = with(LOCKSET_NONE, 8);
	b = with(a, 16);
	assert_false(locks.full);
	assert_int_equal(with(b, 24), b);
	assert_true(locks.full);
	/* {16} does not fit either: nothing is left rather than too much. */
	assert_int_equal(lockset_without(&locks, b, 0, 8), LOCKSET_NONE);
	assert_int_equal(lockset_without(&locks, b, 0, 16), a);
	/* Too many in one set. */
	begin(1000, sizeof memory);
	for (uint64_t i = 1; i <= LOCKSET_LOCKS; i++)
		set = with(set, 8 * i);
	assert_false(locks.full);
	assert_int_equal(with(set, 8 * 100), set);
	assert_true(locks.full);
}

static void small_memory_is_no_trouble(void **state)
{
	(void)state;
	for (size_t bytes = 0; bytes < 2000; bytes += 8) {
		uint32_t set = LOCKSET_NONE;

		memset(memory, 0x55, sizeof memory);
		if (!locksets_init(&locks, memory, bytes, 1000))
			continue;
		for (uint64_t i = 1; i < 40; i++)
			set = with(set, 8 * i);
		assert_true(
			(char *)(locks.lock + locks.locks) <= memory + bytes);
		assert_int_equal(memory[bytes], 0x55);
	}
	assert_true(locks.sets > 3);
}

/* What each thread has, as counters: [type][address], to itself and to read. */
struct naive {
	unsigned depth[TYPES][ADDRESSES];
	bool shared[TYPES][ADDRESSES];
	uint32_t set;
};

static bool naive_exclude(const struct naive *a, const struct naive *b)
{
	for (unsigned k = 0; k < TYPES; k++)
		for (unsigned i = 0; i < ADDRESSES; i++)
			if (a->depth[k][i] && b->depth[k][i] &&
				!(a->shared[k][i] && b->shared[k][i]))
				return true;
	return false;
}

static bool naive_within(const struct naive *a, const struct naive *b)
{
	for (unsigned k = 0; k < TYPES; k++)
		for (unsigned i = 0; i < ADDRESSES; i++)
			if (a->depth[k][i] &&
				(!b->depth[k][i] ||
					(b->shared[k][i] && !a->shared[k][i])))
				return false;
	return true;
}

static void random_sets_are_as_counters_say(void **state)
{
	struct naive thread[THREADS];
	struct rng rng;
	unsigned excluded = 0;

	(void)state;
	memset(thread, 0, sizeof thread);
	begin(4000, sizeof memory);
	rng_seed(&rng, 1, 0);
	for (unsigned round = 0; round < 20000; round++) {
		struct naive *t = &thread[rng_below(&rng, THREADS)];
		uint8_t type = (uint8_t)rng_below(&rng, TYPES);
		unsigned i = rng_below(&rng, ADDRESSES);
		unsigned *depth = &t->depth[type][i];
		bool shared = rng_below(&rng, 3) == 0;

		if (rng_below(&rng, 2) && *depth < 2) {
			t->set = lockset_with(
				&locks, t->set, type, 64 * i, shared);
			t->shared[type][i] =
				shared || (*depth && t->shared[type][i]);
			++*depth;
		} else {
			t->set = lockset_without(&locks, t->set, type, 64 * i);
			*depth -= *depth > 0;
		}
		for (unsigned a = 0; a < THREADS; a++)
			for (unsigned b = 0; b < THREADS; b++) {
				const struct naive *x = &thread[a],
						   *y = &thread[b];

				assert_int_equal(locksets_exclude(&locks,
							 x->set, y->set),
					naive_exclude(x, y));
				assert_int_equal(
					lockset_within(&locks, x->set, y->set),
					naive_within(x, y));
				excluded += naive_exclude(x, y);
			}
	}
	assert_false(locks.full);
	assert_in_range(excluded, 1000, 16 * 20000 - 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_sets_have_equal_numbers),
		cmocka_unit_test(type_is_part_of_a_lock),
		cmocka_unit_test(readers_let_each_other_in),
		cmocka_unit_test(a_recursive_lock_is_given_back_as_often),
		cmocka_unit_test(what_does_not_fit_is_a_lock_too_few),
		cmocka_unit_test(small_memory_is_no_trouble),
		cmocka_unit_test(random_sets_are_as_counters_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
