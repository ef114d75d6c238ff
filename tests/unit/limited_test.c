/* SPDX-License-Identifier: MIT */
/* limited_test.c - small executions by hand, as both analyses see them
 *
 * Random ones are compared with their closure in tests/script/stream_test.c.
 */
#include "unit.h"

#include "detect/limited.h"
#include "detect/pure.h"

enum {
	ROWS = 32,
	MUTEX = 0x200,
	SEM = 0x300,
	X = 0x100,
	Y = 0x110,
};

static struct race race[2][ROWS];
static uint32_t races[2], slot[2][2 * ROWS];
static struct candidates by_limited, by_pure;
static struct locksets locks;
static struct limited limited;
static struct pure pure;
static struct pending pending[3];

/* Two threads that exist and are enabled. */
static void begin(void)
{
	memset(memory, 0x55, sizeof memory);
	races[0] = races[1] = 0;
	candidates_init(
		&by_limited, race[0], &races[0], ROWS, slot[0], 2 * ROWS);
	candidates_init(&by_pure, race[1], &races[1], ROWS, slot[1], 2 * ROWS);
	assert_true(locksets_init(&locks, memory, 1 << 16, 100));
	assert_true(limited_init(
		&limited, memory + (1 << 16), 1 << 17, 3, &locks, &by_limited));
	assert_true(
		pure_init(&pure, memory + (1 << 18), 1 << 17, 3, 8, &by_pure));
	limited_begin(&limited, 1);
	pure_begin(&pure, 1);
	memset(pending, 0, sizeof pending);
	for (tid t = 0; t < 2; t++) {
		limited_start(&limited, TID_NONE, t);
		pure_start(&pure, TID_NONE, t);
		pending[t] = (struct pending){.live = 1, .offers = 1};
	}
	limited_point(&limited, pending, 3);
}

static void point(void)
{
	limited_point(&limited, pending, 3);
}

static void waits_for(tid t, uint64_t object, uint32_t size)
{
	pending[t].offers = 0;
	pending[t].object = object;
	pending[t].size = size;
}

/* pc: the thread and what it accesses. */
static void access_of(tid t, uint64_t address, uint8_t kind)
{
	struct race_access a = {.address = address,
		.size = 4,
		.pc = address + t,
		.thread = t,
		.kind = kind};

	limited_access(&limited, &a);
	pure_access(&pure, &a);
}

static void writes(tid t, uint64_t address)
{
	access_of(t, address, RACE_WRITE);
}

static void takes(tid t)
{
	limited_operation(&limited, t, MUTEX);
	limited_lock(&limited, t, 1, MUTEX, false);
	pure_acquire(&pure, t, MUTEX);
}

static void gives_back(tid t)
{
	limited_operation(&limited, t, MUTEX);
	limited_unlock(&limited, t, 1, MUTEX);
	pure_release(&pure, t, MUTEX);
}

static void posts(tid t)
{
	limited_operation(&limited, t, SEM);
	pure_release(&pure, t, SEM);
}

static void gets(tid t)
{
	limited_operation(&limited, t, SEM);
	pure_acquire(&pure, t, SEM);
}

static bool is_race(const struct candidates *c, uint64_t address)
{
	return candidates_find(
		       c, address, RACE_WRITE, address + 1, RACE_WRITE) != NULL;
}

static void the_order_of_critical_sections_is_none(void **state)
{
	(void)state;
	begin();
	writes(0, X);
	takes(0);
	writes(0, Y);
	gives_back(0);
	point();
	takes(1);
	writes(1, Y);
	gives_back(1);
	writes(1, X);
	assert_true(is_race(&by_limited, X));
	assert_false(is_race(&by_limited, Y)); /* a common lock */
	assert_int_equal(races[1], 0);
}

static void who_had_to_wait_is_ordered(void **state)
{
	(void)state;
	begin();
	waits_for(1, SEM, 0);
	point();
	writes(0, X);
	posts(0);
	pending[1].offers = 1;
	point();
	gets(1);
	writes(1, X);
	assert_int_equal(races[0], 0);
	assert_int_equal(races[1], 0);
}

static void what_comes_after_the_post_is_not(void **state)
{
	(void)state;
	begin();
	waits_for(1, SEM, 0);
	point();
	posts(0);
	writes(0, X); /* in the same transition */
	pending[1].offers = 1;
	point();
	gets(1);
	writes(1, X);
	assert_true(is_race(&by_limited, X));
	assert_true(is_race(&by_pure, X));
}

static void the_operation_that_enables_need_not_be_the_first(void **state)
{
	(void)state;
	begin();
	waits_for(1, SEM, 0);
	point();
	takes(0);
	writes(0, X);
	gives_back(0);
	posts(0);
	writes(0, Y);
	posts(0);
	pending[1].offers = 1;
	point();
	gets(1);
	writes(1, X);
	writes(1, Y);
	assert_false(is_race(&by_limited, X));
	assert_true(is_race(&by_limited, Y));
}

static void who_did_not_wait_is_not_ordered(void **state)
{
	(void)state;
	begin();
	writes(0, X);
	posts(0);
	point();
	gets(1);
	writes(1, X);
	assert_true(is_race(&by_limited, X));
	assert_int_equal(races[1], 0);
}

static void who_still_waits_is_not_ordered(void **state)
{
	(void)state;
	begin();
	waits_for(1, SEM, 0);
	point();
	writes(0, X);
	posts(0);
	gets(0); /* took it back */
	point();
	writes(0, Y);
	point();
	pending[1].offers = 1; /* by what nobody told us of */
	point();
	writes(1, X);
	writes(1, Y);
	assert_true(is_race(&by_limited, X));
	assert_true(is_race(&by_limited, Y));
}

static void awaited_bytes_enable(void **state)
{
	(void)state;
	begin();
	waits_for(1, Y + 2, 2);
	point();
	writes(0, X);
	writes(0, Y);
	writes(0, X + 4);
	pending[1].offers = 1;
	point();
	writes(1, X);
	writes(1, X + 4);
	assert_false(is_race(&by_limited, X));
	assert_true(is_race(&by_limited, X + 4));
	/* Other bytes do not: the first thing of the transition counts. */
	begin();
	waits_for(1, Y + 4, 2);
	point();
	writes(0, X);
	writes(0, Y);
	writes(0, X + 4);
	pending[1].offers = 1;
	point();
	writes(1, X);
	writes(1, Y);
	assert_false(is_race(&by_limited, X));
	assert_true(is_race(&by_limited, Y));
}

static void a_creation_orders_what_came_before_it(void **state)
{
	(void)state;
	begin();
	writes(0, X);
	limited_start(&limited, 0, 2);
	pure_start(&pure, 0, 2);
	writes(0, Y);
	writes(2, X);
	writes(2, Y);
	assert_int_equal(races[0], 1);
	assert_int_equal(races[1], 1);
	assert_int_equal(race[0][0].address, Y);
	assert_int_equal(race[1][0].address, Y);
}

static void order_is_transitive(void **state)
{
	(void)state;
	begin();
	limited_start(&limited, TID_NONE, 2);
	pending[2] = (struct pending){.live = 1, .object = MUTEX};
	waits_for(1, SEM, 0);
	point();
	writes(0, X);
	posts(0);
	pending[1].offers = 1;
	point();
	gets(1);
	limited_operation(&limited, 1, MUTEX);
	pending[2].offers = 1;
	point();
	writes(2, X);
	assert_int_equal(races[0], 0);
}

static void an_atomic_is_no_lock_and_no_race_with_one(void **state)
{
	(void)state;
	begin();
	access_of(0, X, RACE_WRITE | RACE_ATOMIC);
	access_of(1, X, RACE_WRITE | RACE_ATOMIC);
	assert_int_equal(races[0], 0);
	access_of(1, X, RACE_READ);
	assert_int_equal(races[0], 1);
	assert_int_equal(races[1], 1);
}

static void the_lockset_is_that_of_the_access(void **state)
{
	(void)state;
	begin();
	takes(0);
	gives_back(0);
	writes(0, X);
	takes(0); /* at the end of the transition it has the lock */
	point();
	takes(1);
	writes(1, X);
	assert_true(is_race(&by_limited, X));
}

static void every_pair_is_seen_not_only_the_first(void **state)
{
	(void)state;
	begin();
	for (uint64_t i = 0; i < 3; i++) {
		struct race_access a = {.address = X,
			.size = 4,
			.pc = 10 + i,
			.kind = RACE_WRITE};

		pure_access(&pure, &a);
	}
	for (uint64_t i = 0; i < 2; i++) {
		struct race_access a = {
			.address = X + 3, .size = 2, .pc = 20 + i, .thread = 1};

		pure_access(&pure, &a);
	}
	assert_int_equal(races[1], 6);
}

static void a_second_execution_begins_with_nothing(void **state)
{
	(void)state;
	begin();
	takes(0);
	writes(0, X);
	limited_begin(&limited, 2);
	pure_begin(&pure, 2);
	for (tid t = 0; t < 2; t++) {
		limited_start(&limited, TID_NONE, t);
		pure_start(&pure, TID_NONE, t);
	}
	writes(1, X);
	assert_int_equal(races[0] + races[1], 0);
	/* The lock is nobody's. */
	takes(1);
	writes(1, Y);
	writes(0, Y);
	assert_int_equal(races[0], 1);
}

static void a_number_used_again_has_no_locks(void **state)
{
	(void)state;
	begin();
	takes(1);
	limited_start(&limited, 0, 1);
	writes(1, X);
	takes(0);
	writes(0, X);
	assert_true(is_race(&by_limited, X));
}

static void a_thread_too_many_is_told_and_not_seen(void **state)
{
	struct pending many[5];

	(void)state;
	begin(); /* for three threads */
	assert_false(limited.full || pure.full);
	for (tid t = 2; t < 5; t++) {
		assert_int_equal(limited.full, t > 3);
		assert_int_equal(pure.full, t > 3);
		limited_start(&limited, 0, t);
		pure_start(&pure, 0, t);
	}
	limited_start(&limited, 4, 1); /* created by who is not seen */
	pure_start(&pure, 4, 1);
	memset(many, 0, sizeof many);
	for (tid t = 0; t < 5; t++)
		many[t] = (struct pending){.live = 1, .object = SEM};
	limited_point(&limited, many, 5);
	for (tid t = 3; t < 5; t++) {
		takes(t);
		writes(t, X);
		gives_back(t);
		pure_pass(&pure, t, 0);
		pure_pass(&pure, 0, t);
		pure_publish(&pure, t, SEM);
	}
	for (tid t = 0; t < 5; t++)
		many[t].offers = 1;
	limited_point(&limited, many, 5);
	assert_int_equal(races[0] + races[1], 0);
	writes(0, X); /* the others go on */
	writes(1, X);
	assert_true(is_race(&by_limited, X));
	assert_true(is_race(&by_pure, X));
	limited_begin(&limited, 2);
	pure_begin(&pure, 2);
	assert_false(limited.full || pure.full);
}

static void what_does_not_fit_is_told(void **state)
{
	(void)state;
	begin();
	for (uint64_t i = 0; i < 100000 && !pure.past.full; i++)
		writes(0, X + 8 * i);
	assert_true(pure.past.full);
	writes(0, X); /* what is there goes on */
	writes(1, X);
	assert_true(is_race(&by_pure, X));
	limited_begin(&limited, 2);
	assert_false(limited.past.full);
	limited_start(&limited, TID_NONE, 0);
	limited_start(&limited, TID_NONE, 1);
	pure_begin(&pure, 2);
	assert_false(pure.past.full);
	for (uint64_t i = 0; i < 9; i++) {
		assert_false(pure.full);
		pure_start(&pure, TID_NONE, 0);
		pure_release(&pure, 0, i);
	}
	assert_true(pure.full);
	for (uint64_t i = 0; i < 100000 && !limited.past.full; i++) {
		struct race_access a = {
			.address = X, .size = 4, .pc = i, .thread = 1};

		limited_access(&limited, &a);
	}
	assert_true(limited.past.full);
	assert_int_equal(limited.past.accesses, limited.past.max);
	/* Too little memory is refused, enough is enough. */
	assert_false(pure_init(&pure, memory, 100, 3, 8, &by_pure));
	assert_false(
		limited_init(&limited, memory, 100, 3, &locks, &by_limited));
	assert_true(
		pure_init(&pure, memory, pure_room(3, 8, 50), 3, 8, &by_pure));
	assert_true(pure.past.max >= 50 && pure.past.heads * 3 / 4 >= 50);
	assert_true(limited_init(
		&limited, memory, limited_room(3, 50), 3, &locks, &by_limited));
	assert_true(limited.past.max >= 50 && limited.past.heads * 3 / 4 >= 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_of_critical_sections_is_none),
		cmocka_unit_test(who_had_to_wait_is_ordered),
		cmocka_unit_test(what_comes_after_the_post_is_not),
		cmocka_unit_test(
			the_operation_that_enables_need_not_be_the_first),
		cmocka_unit_test(who_did_not_wait_is_not_ordered),
		cmocka_unit_test(who_still_waits_is_not_ordered),
		cmocka_unit_test(awaited_bytes_enable),
		cmocka_unit_test(a_creation_orders_what_came_before_it),
		cmocka_unit_test(order_is_transitive),
		cmocka_unit_test(an_atomic_is_no_lock_and_no_race_with_one),
		cmocka_unit_test(the_lockset_is_that_of_the_access),
		cmocka_unit_test(every_pair_is_seen_not_only_the_first),
		cmocka_unit_test(a_second_execution_begins_with_nothing),
		cmocka_unit_test(a_number_used_again_has_no_locks),
		cmocka_unit_test(a_thread_too_many_is_told_and_not_seen),
		cmocka_unit_test(what_does_not_fit_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
