/* SPDX-License-Identifier: MIT */
/* Footprints of many branches (search/reduce/interned.h) */
#include "unit.h"

#include <string.h>

#include "search/reduce/wakeup.h"

enum {
	SMALL = 16 << 10
};

static _Alignas(64) char region[SMALL], other[SMALL], trees[64 << 10];

/* Thread 1 writes a word. */
static struct footprint writes(uint64_t address, struct access *access)
{
	struct footprint f = {.thread = 1};

	*access = (struct access){
		.address = address, .size = 8, .write = 1, .kind = OP_write};
	footprint_settle(&f, 1, access, 1);
	return f;
}

static uint32_t find(struct interned_table *t, uint64_t address)
{
	struct access access;
	struct footprint f = writes(address, &access);

	return interned_find(t, &f, 0);
}

static void what_is_alike_is_one(void **state)
{
	struct interned_table t;
	struct access access;
	struct footprint f = writes(8, &access);
	uint32_t one;

	interned_init(&t, region, sizeof region);
	one = find(&t, 8);
	assert_int_equal(find(&t, 16), one + 1);
	assert_int_equal(find(&t, 8), one);
	f.thread = 2;
	assert_int_not_equal(interned_find(&t, &f, 0), one);
	f.thread = 1;
	f.unrefined = true;
	assert_int_not_equal(interned_find(&t, &f, 0), one);
	assert_ptr_equal(t.at[one].footprint.access, t.at[one].access);
	assert_int_equal(t.at[one].access->address, 8);
	(void)state;
}

static void another_room_is_another(void **state)
{
	struct interned_table t;
	struct access access = {
		.address = 64, .kind = OP_barrier_even, .write = 1, .room = 3};
	struct footprint f = {.thread = 1};
	uint32_t three, two;

	footprint_settle(&f, 1, &access, 1);
	interned_init(&t, region, sizeof region);
	three = interned_find(&t, &f, 3);
	two = interned_find(&t, &f, 2);
	assert_int_not_equal(two, three);
	assert_int_equal(interned_find(&t, &f, 0), three);
	assert_int_equal(t.at[two].access->room, 2);
	(void)state;
}

/* Until it is full; then all but those at multiples of four go. */
static void swept_ones_have_room(void **state)
{
	struct interned_table t, copy;
	uint32_t n = 0, kept = 0;

	interned_init(&t, region, sizeof region);
	while (find(&t, 8 * n) != INTERNED_NONE)
		n++;
	assert_int_equal(n, t.max);
	assert_true(n > 64);
	interned_begin_sweep(&t);
	for (uint32_t k = 0; k < n; k += 4, kept++)
		interned_keep(&t, k);
	interned_end_sweep(&t);
	assert_false(interned_crowded(&t));
	assert_int_equal(t.kept, kept);
	interned_init(&copy, other, sizeof other);
	assert_true(interned_copy(&copy, &t));
	for (struct interned_table *of = &t; of; of = of == &t ? &copy : NULL) {
		for (uint32_t k = 0; k < n; k += 4)
			assert_int_equal(find(of, 8 * k), k);
		for (uint32_t k = 0; k < n - kept; k++)
			assert_int_not_equal(
				find(of, 8 * (n + k)), INTERNED_NONE);
		assert_int_equal(find(of, 8 * 2 * n), INTERNED_NONE);
		for (uint32_t k = 0; k < n; k += 4)
			assert_int_equal(of->at[k].access->address, 8 * k);
	}
	(void)state;
}

/* Buckets become more as they fill. */
static void all_are_found_in_many_buckets(void **state)
{
	static _Alignas(64) char large[1 << 20];
	struct interned_table t;
	uint32_t most = 5000;

	interned_init(&t, large, sizeof large);
	assert_true(t.max > most && t.mask < most);
	for (uint32_t k = 0; k < most; k++)
		assert_int_equal(find(&t, 8 * k), k);
	assert_true(t.mask >= most / 2);
	for (uint32_t k = 0; k < most; k++)
		assert_int_equal(find(&t, 8 * k), k);
	interned_clear(&t);
	assert_int_equal(find(&t, 8), 0);
	(void)state;
}

/* More footprints than the table has room for, but few at a time. */
static void branches_keep_theirs(void **state)
{
	struct wakeup w;
	struct access access;
	struct advice a = {NULL, 0, 1, false, 0};
	struct footprint f;
	struct gist gist;
	uint32_t most;

	wakeup_init(&w, trees, sizeof trees);
	wakeup_begin(&w);
	most = 4 * w.prints.max;
	for (uint32_t k = 0; k < most; k++) {
		struct advice taken;

		f = writes(8 * k, &access);
		a.footprint = &f;
		gist.sequence = NULL;
		wakeup_insert(&w, 0, &a, 1, &gist);
		assert_true(wakeup_take(&w, 0, &taken));
		assert_int_equal(taken.footprint->access->address, 8 * k);
		wakeup_done(&w, 0);
	}
	assert_false(w.lost);
	/* All at once they do not fit, and that is said. */
	for (uint32_t k = 0; k < most && !w.lost; k++) {
		f = writes(8 * k, &access);
		a.footprint = &f;
		a.alternative = k;
		gist.sequence = NULL;
		wakeup_insert(&w, 0, &a, 1, &gist);
	}
	assert_true(w.lost);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_alike_is_one),
		cmocka_unit_test(another_room_is_another),
		cmocka_unit_test(swept_ones_have_room),
		cmocka_unit_test(all_are_found_in_many_buckets),
		cmocka_unit_test(branches_keep_theirs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
