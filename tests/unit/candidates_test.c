/* SPDX-License-Identifier: MIT */
/* candidates_test.c - the table of data race candidates, and what becomes of
 * them
 *
 * Every expectation is a sentence of race.h, candidates.h or classify.h.
 */
#include "unit.h"

#include "detect/candidates.h"
#include "detect/classify.h"
#include "detect/sides.h"

enum {
	MAX = 4,
	SLOTS = 8
};

struct table {
	struct race race[MAX];
	uint32_t races, slot[SLOTS];
	struct candidates c;
};

static uint64_t number; /* of the access that completes a pair */

static struct candidates *new_table(struct table *t)
{
	memset(t, 0x55, sizeof *t);
	t->races = 0;
	candidates_init(&t->c, t->race, &t->races, MAX, t->slot, SLOTS);
	return &t->c;
}

/* An access of 4 bytes by thread 1 + (pc & 1). */
static struct race_access at(uint64_t pc, uint8_t kind)
{
	return (struct race_access){.address = 0x100,
		.size = 4,
		.pc = pc,
		.kind = kind,
		.thread = (tid)(1 + (pc & 1))};
}

static unsigned see(struct candidates *c, const struct race_access *first,
	const struct race_access *second, uint64_t execution)
{
	struct race_sight s = {first, second, execution, ++number, false};
	unsigned news;

	candidates_see(c, &s, &news);
	return news;
}

static unsigned see_pair(struct candidates *c, uint64_t first, uint64_t second)
{
	struct race_access a = at(first, RACE_WRITE),
			   b = at(second, RACE_WRITE);

	return see(c, &a, &b, 1);
}

static struct race *find(struct candidates *c, uint64_t pc, uint64_t other)
{
	return candidates_find(c, pc, RACE_WRITE, other, RACE_WRITE);
}

static void a_pair_is_one_candidate_whoever_comes_first(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race *r;

	(void)state;
	assert_int_equal(see_pair(c, 10, 11), RACE_NEW);
	r = find(c, 10, 11);
	assert_ptr_equal(r, find(c, 11, 10));
	assert_int_equal(r->orders, RACE_ONE_FIRST);
	assert_int_equal(see_pair(c, 10, 11), 0);
	assert_int_equal(see_pair(c, 11, 10), RACE_REORDERED);
	assert_int_equal(r->orders, RACE_BOTH_ORDERS);
	assert_int_equal(see_pair(c, 11, 10), 0);
	assert_int_equal(r->count, 4);
	assert_int_equal(t.races, 1);
	/* The order of the rows is that of finding, of the sides by number. */
	assert_int_equal(see_pair(c, 9, 4), RACE_NEW);
	assert_ptr_equal(find(c, 4, 9), &t.race[1]);
	assert_int_equal(t.race[1].one.pc, 4);
	assert_int_equal(t.race[1].orders, RACE_TWO_FIRST);
}

static void what_an_instruction_does_is_part_of_its_side(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access w = at(10, RACE_WRITE), r = at(10, RACE_READ),
			   b = at(11, RACE_WRITE);

	(void)state;
	assert_int_equal(see(c, &w, &b, 1), RACE_NEW);
	assert_int_equal(see(c, &r, &b, 1), RACE_NEW);
	assert_int_equal(t.races, 2);
	/* One instruction against itself: read against write, in one order
	 * each. */
	assert_int_equal(see(c, &r, &w, 1), RACE_NEW);
	assert_int_equal(t.race[2].orders, RACE_ONE_FIRST);
	assert_int_equal(see(c, &w, &r, 1), RACE_REORDERED);
}

static void of_one_instruction_the_threads_tell_the_order(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = a, d = a;

	(void)state;
	b.thread = 5;
	d.thread = 7;
	assert_int_equal(see(c, &a, &b, 1), RACE_NEW);
	assert_int_equal(see(c, &b, &d, 1), 0);
	assert_int_equal(t.race[0].orders, RACE_ONE_FIRST);
	assert_int_equal(see(c, &d, &b, 1), RACE_REORDERED);
}

static void an_access_counts_once(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);
	struct race_sight s = {&a, &b, 1, 7, false};

	(void)state;
	candidates_see(c, &s, NULL);
	candidates_see(c, &s, NULL); /* its next word */
	assert_int_equal(t.race[0].count, 1);
	s.number = 8;
	candidates_see(c, &s, NULL);
	assert_int_equal(t.race[0].count, 2);
	s.execution = 2; /* where numbers begin again */
	candidates_see(c, &s, NULL);
	assert_int_equal(t.race[0].count, 3);
	assert_int_equal(t.race[0].execution, 1);
	assert_int_equal(t.race[0].execution_last, 2);
	assert_false(race_late(&t.race[0]));
}

static void recycled_memory_suppresses_until_seen_otherwise(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);

	(void)state;
	a.block = 1;
	b.block = 2;
	assert_int_equal(see(c, &a, &b, 1), RACE_NEW);
	assert_int_equal(see(c, &b, &a, 1), 0);
	assert_true(race_suppressed(&t.race[0]));
	assert_int_equal(t.race[0].orders, 0);
	assert_int_equal(race_sides_next(&t.race[0]), 0);
	assert_int_equal(race_sides_all(&t.race[0]), 3);
	b.block = 1;
	assert_int_equal(see(c, &b, &a, 2), RACE_PROMOTED);
	assert_false(race_suppressed(&t.race[0]));
	assert_int_equal(race_sides_next(&t.race[0]), RACE_SIDE_TWO);
	/* Once promoted it stays. */
	b.block = 2;
	assert_int_equal(see(c, &a, &b, 3), 0);
	assert_false(race_suppressed(&t.race[0]));
	assert_int_equal(t.race[0].orders, RACE_TWO_FIRST);
}

static void a_block_that_is_not_known_suppresses_nothing(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);

	(void)state;
	b.block = 2;
	see(c, &a, &b, 1);
	assert_false(race_suppressed(&t.race[0]));
}

static void setup_is_held_until_both_orders(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);
	struct race_access d = at(12, RACE_WRITE);

	(void)state;
	a.phase = RACE_INIT;
	assert_int_equal(see(c, &a, &b, 1), RACE_NEW);
	assert_true(race_held(&t.race[0]));
	assert_int_equal(race_sides_next(&t.race[0]), 0);
	/* An initialiser that comes second is no reason. */
	assert_int_equal(see(c, &b, &a, 1), RACE_REORDERED | RACE_RELEASED);
	assert_int_equal(race_sides_next(&t.race[0]), 3);
	/* The later one in a destroyer, and not the earlier one. */
	d.phase = RACE_DESTROY;
	see(c, &b, &d, 1);
	assert_true(race_held(&t.race[1]));
	d.phase = RACE_ORDINARY;
	assert_int_equal(see(c, &b, &d, 1), RACE_RELEASED);
	assert_int_equal(race_sides_next(&t.race[1]), RACE_SIDE_ONE);
	d.phase = RACE_DESTROY;
	see(c, &d, &a, 1);
	assert_false(race_held(&t.race[2]));
}

static void held_in_both_orders_is_released(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);

	(void)state;
	a.phase = b.phase = RACE_INIT;
	see(c, &a, &b, 1);
	assert_true(race_held(&t.race[0]));
	assert_int_equal(see(c, &b, &a, 1), RACE_REORDERED | RACE_RELEASED);
	assert_false(race_held(&t.race[0]));
}

static void frees_and_atomics_are_no_points(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE | RACE_FREE),
			   b = at(11, RACE_READ),
			   d = at(13, RACE_WRITE | RACE_ATOMIC);

	(void)state;
	see(c, &a, &b, 1);
	see(c, &b, &a, 1);
	assert_int_equal(race_sides_next(&t.race[0]), RACE_SIDE_TWO);
	assert_int_equal(race_sides_all(&t.race[0]), RACE_SIDE_TWO);
	see(c, &b, &d, 1);
	assert_int_equal(race_sides_all(&t.race[1]), RACE_SIDE_ONE);
	see(c, &d, &b, 1);
	assert_int_equal(race_sides_next(&t.race[1]), RACE_SIDE_ONE);
}

static void a_full_table_says_so(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(90, RACE_WRITE), b = at(91, RACE_WRITE);
	struct race_sight s = {&a, &b, 1, 1, false};

	(void)state;
	for (uint64_t i = 0; i < MAX; i++)
		assert_int_equal(see_pair(c, 10, 20 + i), RACE_NEW);
	assert_null(candidates_see(c, &s, NULL));
	assert_int_equal(c->lost, 1);
	assert_null(find(c, 90, 91));
	assert_int_equal(see_pair(c, 10, 21), 0); /* is there */
	assert_int_equal(c->lost, 1);
	assert_int_equal(t.races, MAX);
}

static void an_index_that_is_small_ends(void **state)
{
	struct table t;
	struct candidates c;

	(void)state;
	t.races = 0;
	candidates_init(&c, t.race, &t.races, MAX, t.slot, 2);
	for (uint64_t i = 0; i < MAX; i++)
		see_pair(&c, 10, 20 + i);
	assert_int_equal(t.races, 1);
	assert_int_equal(c.lost, MAX - 1);
}

static void rows_of_another_process_are_learnt(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t), other;
	uint32_t slot[SLOTS];

	(void)state;
	see_pair(c, 10, 11);
	candidates_init(&other, t.race, &t.races, MAX, slot, SLOTS);
	assert_ptr_equal(find(&other, 10, 11), &t.race[0]);
	see_pair(&other, 11, 12);
	assert_int_equal(see_pair(c, 11, 12), 0);
	assert_int_equal(t.races, 2);
	assert_int_equal(find(c, 11, 12)->count, 2);
}

static void tables_of_jobs_are_merged(void **state)
{
	struct table t, u;
	struct candidates *c = new_table(&t), *d = new_table(&u);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);
	uint64_t pc = 10;

	(void)state;
	a.block = 1;
	b.block = 2;
	see(c, &a, &b, 3);
	a.block = b.block = 0;
	see(d, &b, &a, 5);
	see(d, &a, &b, 5);
	candidates_failed(d, 5, &pc, 1);
	see_pair(d, 11, 12);
	assert_true(candidates_merge(c, d));
	assert_int_equal(t.races, 2);
	assert_int_equal(t.race[0].count, 3);
	assert_int_equal(t.race[0].orders, RACE_BOTH_ORDERS);
	assert_false(race_suppressed(&t.race[0]));
	assert_true(t.race[0].failing);
	assert_int_equal(t.race[0].execution, 3);
	assert_ptr_equal(find(c, 12, 11), &t.race[1]);
	assert_int_equal(t.race[1].count, 1);
	/* It was lost there, or is here. */
	see_pair(d, 20, 21);
	see_pair(d, 20, 22);
	see_pair(d, 20, 23);
	assert_int_equal(d->lost, 1);
	assert_false(candidates_merge(c, d));
	assert_int_equal(c->lost, 1);
	assert_int_equal(t.races, MAX);
	see_pair(c, 30, 31);
	assert_int_equal(c->lost, 2);
}

static void a_failure_is_of_what_raced_where_it_was_preempted(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_WRITE);
	uint64_t pc[] = {4, 12};

	(void)state;
	see(c, &a, &b, 1);
	a.pc = 12;
	see(c, &a, &b, 1);
	b.pc = 15;
	see(c, &a, &b, 2);
	candidates_failed(c, 2, pc, 2);
	assert_false(find(c, 10, 11)->failing);
	assert_false(find(c, 12, 11)->failing); /* not in execution 2 */
	assert_true(find(c, 12, 15)->failing);
	candidates_failed(c, 1, pc, 1);
	assert_false(find(c, 12, 11)->failing); /* preempted elsewhere */
	candidates_failed(c, 1, pc, 2);
	assert_true(find(c, 12, 11)->failing);
	assert_false(find(c, 10, 11)->failing);
}

static void one_place_is_one_group(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access r = at(10, RACE_READ), w = at(12, RACE_WRITE);
	struct race_access other = at(13, RACE_WRITE);
	uint32_t group[MAX];

	(void)state;
	/* x++ in two threads, and a place that is called another way. */
	r.stack = w.stack = 100;
	other.stack = 200;
	see(c, &r, &w, 1);
	see(c, &w, &w, 1);
	see(c, &r, &other, 1);
	other.pc = 11;
	see(c, &w, &other, 1); /* in its row, sides are the other way round */
	candidates_group(c, group);
	assert_int_equal(group[0], 0);
	assert_int_equal(group[1], 0);
	assert_int_equal(group[2], 2);
	assert_int_equal(group[3], 2);
	/* What is not known is like nothing. */
	t.race[1].one.stack = 0;
	t.race[0].one.stack = 0;
	candidates_group(c, group);
	assert_int_equal(group[1], 1);
}

/* Races 0: both orders; 1: one order, first side; 2: suppressed; 3: a side with
 * itself; 4: an atomic, and no instruction; 5: a free. */
static void sides_are_listed(void **state)
{
	static const struct race race[] = {
		{.one = {.pc = 10, .kind = RACE_WRITE},
			.two = {.pc = 20, .kind = RACE_READ},
			.seen = RACE_SEEN_PLAIN,
			.orders = RACE_BOTH_ORDERS},
		{.one = {.pc = 11},
			.two = {.pc = 21, .kind = RACE_WRITE},
			.seen = RACE_SEEN_PLAIN,
			.orders = RACE_ONE_FIRST},
		{.one = {.pc = 12, .kind = RACE_WRITE},
			.two = {.pc = 22},
			.seen = RACE_SEEN_RECYCLED},
		{.one = {.pc = 13, .kind = RACE_WRITE},
			.two = {.pc = 13, .kind = RACE_WRITE},
			.seen = RACE_SEEN_PLAIN,
			.orders = RACE_TWO_FIRST},
		{.one = {.pc = 0, .kind = RACE_READ},
			.two = {.pc = 24, .kind = RACE_WRITE | RACE_ATOMIC},
			.seen = RACE_SEEN_PLAIN,
			.orders = RACE_BOTH_ORDERS},
		{.one = {.pc = 15, .kind = RACE_WRITE},
			.two = {.pc = 25, .kind = RACE_WRITE | RACE_FREE},
			.seen = RACE_SEEN_SETUP,
			.orders = RACE_TWO_FIRST},
	};
	static const struct race_stop wanted[] = {
		{10, 0, RACE_WRITE, true, true},
		{20, 0, RACE_READ, true, true},
		{11, 1, RACE_READ, false, true},
		{21, 1, RACE_WRITE, false, false},
		{12, 2, RACE_WRITE, false, false},
		{22, 2, RACE_READ, false, false},
		{13, 3, RACE_WRITE, false, true},
		{15, 5, RACE_WRITE, false, false},
	};
	struct race_stop stop[12];
	uint32_t n = race_stops(race, 6, stop);

	(void)state;
	assert_int_equal(n, 8);
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(stop[i].pc, wanted[i].pc);
		assert_int_equal(stop[i].race, wanted[i].race);
		assert_int_equal(stop[i].kind, wanted[i].kind);
		assert_int_equal(stop[i].both, wanted[i].both);
		assert_int_equal(stop[i].next, wanted[i].next);
	}
}

static void a_row_that_nobody_wrote_is_not_valid(void **state)
{
	struct table t;
	struct candidates *c = new_table(&t);
	struct race_access a = at(10, RACE_WRITE), b = at(11, RACE_READ);
	struct race r;

	(void)state;
	see(c, &b, &a, 1);
	see(c, &a, &a, 2);
	assert_true(race_valid(&t.race[0]));
	assert_true(race_valid(&t.race[1]));
#define SPOILT(what)                                                           \
	do {                                                                   \
		r = t.race[0];                                                 \
		what;                                                          \
		assert_false(race_valid(&r));                                  \
	} while (0)
	SPOILT(r.one.kind = 8);
	SPOILT(r.two.kind = 8);
	SPOILT(r.one.pc = 12);
	SPOILT(r.two.pc = r.one.pc); /* with a smaller kind */
	SPOILT(r.one.kind = RACE_READ);
	SPOILT(r.one.kind |= RACE_ATOMIC; r.two.kind |= RACE_ATOMIC);
	SPOILT(r.count = 0);
	SPOILT(r.seen = 0);
	SPOILT(r.seen = 8);
	SPOILT(r.orders = 4);
	SPOILT(r.execution = 2);
	SPOILT(r.failing = 2);
	memset(&r, 0, sizeof r);
	assert_false(race_valid(&r));
}

/* --- classify.h ------------------------------------------------------------
 */

static enum race_class judge(const struct race *r, const struct race_job *job)
{
	return race_classify(r, job, 1);
}

static void only_a_job_with_everything_can_tell(void **state)
{
	struct race r = {.one = {.pc = 10, .kind = RACE_WRITE},
		.two = {.pc = 20},
		.seen = RACE_SEEN_PLAIN,
		.orders = RACE_BOTH_ORDERS};
	uint64_t pc[] = {3, 10, 15, 20, 30};
	struct race_job job = {CLASSES_SYNC | 1u << CLASS_data, pc, 5, true};
	struct race_job small = job;

	(void)state;
	assert_int_equal(race_classify(&r, NULL, 0), RACE_UNCLASSIFIED);
	assert_int_equal(judge(&r, &job), RACE_BENIGN_HERE);
	small.pcs = 3; /* one of the two */
	assert_int_equal(judge(&r, &small), RACE_UNCLASSIFIED);
	small = job;
	small.pc = pc + 2;
	small.pcs = 3;
	assert_int_equal(judge(&r, &small), RACE_UNCLASSIFIED);
	small = job;
	small.classes &= ~(1u << CLASS_unlock);
	assert_int_equal(judge(&r, &small), RACE_UNCLASSIFIED);
	small = job;
	small.finished = false;
	assert_int_equal(judge(&r, &small), RACE_UNCLASSIFIED);
	/* Two that have one each are not one that has both. */
	struct race_job both[] = {job, job, small};
	both[0].pcs = 2;
	both[1].pc = pc + 2;
	both[1].pcs = 3;
	assert_int_equal(race_classify(&r, both, 3), RACE_UNCLASSIFIED);
	both[2].finished = true;
	assert_int_equal(race_classify(&r, both, 3), RACE_BENIGN_HERE);
	/* An atomic is a point of its class; a free has to be listed. */
	r.two = (struct race_side){.pc = 99, .kind = RACE_ATOMIC};
	assert_int_equal(judge(&r, &job), RACE_BENIGN_HERE);
	r.two.kind = RACE_WRITE | RACE_FREE;
	assert_int_equal(judge(&r, &job), RACE_UNCLASSIFIED);
}

static void one_order_is_a_false_positive_and_a_failure_is_one(void **state)
{
	struct race r = {.one = {.pc = 10, .kind = RACE_WRITE},
		.two = {.pc = 20},
		.seen = RACE_SEEN_PLAIN,
		.orders = RACE_TWO_FIRST};
	uint64_t pc[] = {10, 20};
	struct race_job job = {CLASSES_SYNC, pc, 2, true};

	(void)state;
	assert_int_equal(judge(&r, &job), RACE_FALSE_POSITIVE);
	r.pure = 1; /* nothing that synchronises keeps it */
	assert_int_equal(judge(&r, &job), RACE_ONE_ORDER);
	r.failing = 1;
	assert_int_equal(judge(&r, &job), RACE_FAILING);
	assert_int_equal(race_classify(&r, NULL, 0), RACE_FAILING);
	assert_string_equal(race_class_name[RACE_FAILING], "failing");
	assert_string_equal(
		race_class_name[RACE_FALSE_POSITIVE], "false positive");
	assert_string_equal(race_class_name[RACE_ONE_ORDER], "one order");
	assert_string_equal(race_class_name[RACE_BENIGN_HERE], "benign here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pair_is_one_candidate_whoever_comes_first),
		cmocka_unit_test(what_an_instruction_does_is_part_of_its_side),
		cmocka_unit_test(of_one_instruction_the_threads_tell_the_order),
		cmocka_unit_test(an_access_counts_once),
		cmocka_unit_test(
			recycled_memory_suppresses_until_seen_otherwise),
		cmocka_unit_test(a_block_that_is_not_known_suppresses_nothing),
		cmocka_unit_test(setup_is_held_until_both_orders),
		cmocka_unit_test(held_in_both_orders_is_released),
		cmocka_unit_test(frees_and_atomics_are_no_points),
		cmocka_unit_test(a_full_table_says_so),
		cmocka_unit_test(an_index_that_is_small_ends),
		cmocka_unit_test(rows_of_another_process_are_learnt),
		cmocka_unit_test(tables_of_jobs_are_merged),
		cmocka_unit_test(
			a_failure_is_of_what_raced_where_it_was_preempted),
		cmocka_unit_test(one_place_is_one_group),
		cmocka_unit_test(sides_are_listed),
		cmocka_unit_test(a_row_that_nobody_wrote_is_not_valid),
		cmocka_unit_test(only_a_job_with_everything_can_tell),
		cmocka_unit_test(
			one_order_is_a_false_positive_and_a_failure_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
