/* SPDX-License-Identifier: MIT */
/* bounds_test.c - what ipb and idb do that scripts cannot show
 *
 * The test under test: entry 0 is a thread with two operations, entry 1 a flush
 * (no thread of the test), entry 2 a thread with one.  Of the 12 schedules the
 * 4 with `0 .. 2 .. 0` have one preemption and one delay, wherever the flush
 * is; the other 8 have none.
 */
#include "unit.h"

static const char *const strategies[] = {"ipb", "idb"};

/* One execution, stopped by its driver after `most` steps; false: done. */
static bool execute(struct search *s, unsigned most)
{
	unsigned left[3] = {2, 1, 1};
	struct pending pending[3] = {{.live = 1, .offers = 1},
		{.live = 1, .offers = 1, .internal = 1},
		{.live = 1, .offers = 1}};
	struct view view = {pending, 3, TID_NONE, 3, 0, 0};
	struct start start = search_begin(s);
	struct outcome outcome = {.kind = OUTCOME_ENDED, .threads_max = 3};

	if (start.done)
		return false;
	for (; view.enabled && view.step < most; view.step++) {
		struct choice c = view.step < start.length
					  ? start.prefix[view.step]
					  : search_choose(s, &view);

		if (--left[c.thread] == 0) {
			pending[c.thread].live = 0;
			view.enabled--;
		}
		if (!pending[c.thread].internal)
			view.last = c.thread;
	}
	if (view.enabled)
		outcome.kind = OUTCOME_STOPPED;
	outcome.steps = view.step;
	search_end(s, &outcome);
	return true;
}

static void a_flush_is_neither_preemption_nor_delay(void **state)
{
	for (unsigned i = 0; i < 2; i++) {
		struct search_config config = {.bounds = 1};
		struct search *s;

		strcpy(config.strategy, strategies[i]);
		s = searching(config);
		while (execute(s, 4))
			;
		assert_int_equal(search_count(s)->executions, 8);
		assert_false(search_exhausted(s));
		config.bounds = 2;
		s = searching(config);
		while (execute(s, 4))
			;
		assert_int_equal(search_count(s)->executions, 12);
		assert_int_equal(search_count(s)->again, 8);
		assert_int_equal(search_count(s)->steps, 80);
		assert_int_equal(search_bounds(s)->executions, 4);
		assert_true(search_exhausted(s));
	}
}

/* The 9th is the first one again, to see what lies behind it. */
static void a_stop_of_what_is_made_again_is_a_stop(void **state)
{
	struct search *s = searching((struct search_config){.strategy = "ipb"});

	for (unsigned n = 1; execute(s, n == 9 ? 1 : 4); n++)
		;
	assert_int_equal(search_count(s)->stopped, 0);
	assert_false(search_exhausted(s));
}

static void executions_made_again_do_not_count_for_the_limit(void **state)
{
	struct search *s = searching(
		(struct search_config){.strategy = "ipb", .executions_max = 9});
	unsigned made = 0;

	while (execute(s, 4))
		made++;
	assert_int_equal(search_count(s)->executions, 9);
	assert_int_equal(made, 9 + search_count(s)->again);
	assert_in_range(search_count(s)->again, 1, 7);
}

static void others_have_no_bounds(void **state)
{
	struct search *s = searching((struct search_config){.strategy = "dfs"});

	assert_null(search_bounds(s));
	search_finish_bound(s);
	assert_true(execute(s, 4));
}

static void bounded_searches_cannot_be_split(void **state)
{
	static _Alignas(16) char other[1 << 16];
	struct search *part,
		*s = searching((struct search_config){.strategy = "idb"});

	assert_true(execute(s, 4));
	assert_int_equal(search_split(s, &part, other, sizeof other, NULL),
		ERR_UNSUPPORTED);
}

/* However small the region: an error, or a stop before its end. */
static void bounded_searches_stop_where_their_region_ends(void **state)
{
	struct search_config config = {.strategy = "idb", .bounds = 9};
	struct pending pending[3] = {{.live = 1, .offers = 3},
		{.live = 1, .offers = 1}, {.live = 1, .offers = 1}};
	struct view view = {pending, 3, TID_NONE, 3, 0, 0};

	for (size_t bytes = 0; bytes < 2048; bytes += 8) {
		struct search *s;
		struct choice c;

		memset(memory + bytes, 0x77, 64);
		if (search_new(&s, memory, bytes, &config, NULL) == OK) {
			search_begin(s);
			view.step = 0;
			while ((c = search_choose(s, &view)).thread != TID_NONE)
				view.step++;
			assert_int_equal(c.stop, STOP_MEMORY);
		} else {
			assert_true(bytes < 768);
		}
		for (unsigned i = 0; i < 64; i++)
			assert_int_equal(memory[bytes + i], 0x77);
	}
	assert_true(view.step > 10);
}

/* What a transition did that does not fit may have had races. */
static void what_does_not_fit_is_not_explored(void **state)
{
	enum {
		MANY = 60000
	};
	static struct access access[MANY];
	struct search_config config = {.strategy = "ipb", .reduce = "bpor"};
	struct pending pending = {.live = 1, .offers = 1};
	struct view view = {&pending, 1, TID_NONE, 1, 0, 0};
	struct outcome ended = {.kind = OUTCOME_ENDED, .steps = 1};

	for (uint32_t i = 0; i < MANY; i++)
		access[i] = (struct access){.address = 1 + i};
	for (size_t n = 1; n <= MANY; n += MANY - 1) {
		struct search *s = searching(config);
		struct transition done = {.access = access, .accesses = n};

		search_begin(s);
		done.choice = search_choose(s, &view);
		search_transition(s, &done);
		search_end(s, &ended);
		assert_true(search_begin(s).done);
		assert_int_equal(search_bounds(s)->done, n == 1);
		assert_int_equal(search_exhausted(s), n == 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flush_is_neither_preemption_nor_delay),
		cmocka_unit_test(a_stop_of_what_is_made_again_is_a_stop),
		cmocka_unit_test(
			executions_made_again_do_not_count_for_the_limit),
		cmocka_unit_test(others_have_no_bounds),
		cmocka_unit_test(what_does_not_fit_is_not_explored),
		cmocka_unit_test(bounded_searches_cannot_be_split),
		cmocka_unit_test(bounded_searches_stop_where_their_region_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
