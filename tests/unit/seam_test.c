/* SPDX-License-Identifier: MIT */
/* seam_test.c - what search.h promises beside the order of executions
 *
 * The test under test: `threads` threads with one operation each, or what a
 * test sets in `pending` by itself.
 */
#include "unit.h"

static struct pending pending[4];

static struct view view_of(tid threads)
{
	memset(pending, 0, sizeof pending);
	for (tid t = 0; t < threads; t++)
		pending[t] = (struct pending){.live = 1, .offers = 1};
	return (struct view){pending, threads, TID_NONE, threads, 0, 0};
}

/* One execution of n threads with one operation each; false: done. */
static bool execute(
	struct search *s, tid n, enum outcome_kind end, struct choice made[])
{
	struct start start = search_begin(s);
	struct view view = view_of(n);
	struct outcome outcome = {.kind = end, .threads_max = n};

	if (start.done)
		return false;
	while (view.enabled) {
		struct choice c = view.step < start.length
					  ? start.prefix[view.step]
					  : search_choose(s, &view);

		if (c.thread == TID_NONE) {
			outcome.kind = OUTCOME_STOPPED;
			break;
		}
		if (made)
			made[view.step] = c;
		pending[c.thread].live = 0;
		view.enabled--;
		view.last = c.thread;
		view.step++;
	}
	outcome.steps = view.step;
	search_end(s, &outcome);
	return true;
}

static unsigned all(struct search *s, tid n, enum outcome_kind end)
{
	unsigned executions = 0;

	while (execute(s, n, end, NULL))
		executions++;
	return executions;
}

/* It would begin anew with the counts of before. */
static void names_are_checked(void **state)
{
	struct search_config config = {.strategy = "best"};
	struct search *s;
	struct err err;

	assert_int_equal(search_new(&s, memory, sizeof memory, &config, &err),
		ERR_USAGE);
	assert_string_equal(err.text, "there is no strategy 'best'");
	strcpy(config.strategy, "dfs");
	strcpy(config.reduce, "best");
	assert_int_equal(search_new(&s, memory, sizeof memory, &config, &err),
		ERR_USAGE);
	strcpy(config.strategy, "pct");
	strcpy(config.reduce, "optimal");
	assert_int_equal(search_new(&s, memory, sizeof memory, &config, &err),
		ERR_USAGE);
	assert_string_equal(
		err.text, "there is no reduction 'optimal' of strategy 'pct'");
	memset(config.strategy, 'x', sizeof config.strategy);
	assert_int_equal(search_new(&s, memory, sizeof memory, &config, &err),
		ERR_USAGE);
}

/* Each of the five strategies in turn, and all five with a reuse of memory. */
static void every_fourth_turn_reuses_memory(void **state)
{
	struct search *s =
		searching((struct search_config){.strategy = "turns"});
	unsigned reused = 0, of_random = 0;

	for (unsigned i = 0; i < 40; i++) {
		struct start start = search_begin(s);
		struct outcome ended = {.kind = OUTCOME_ENDED};

		assert_int_equal(start.reuse, i % 4 == 3);
		reused += start.reuse;
		of_random += start.reuse &&
			     strcmp(search_strategy(s), "random") == 0;
		search_end(s, &ended);
	}
	assert_int_equal(reused, 10);
	assert_int_equal(of_random, 2);
}

/* However small the region: an error, or a stop before its end. */
static void dfs_stops_where_its_region_ends(void **state)
{
	struct search_config config = {.strategy = "dfs"};
	struct view view = view_of(2);
	struct search *s;
	struct err err;

	assert_int_equal(search_new(&s, memory, 0, &config, &err), ERR_USAGE);
	assert_string_equal(err.text, "no room for a search in 0 bytes");
	for (size_t bytes = 0; bytes < 2048; bytes += 8) {
		struct choice c;

		memset(memory + bytes, 0x77, 64);
		if (search_new(&s, memory, bytes, &config, NULL) == OK) {
			search_begin(s);
			view.step = 0;
			while ((c = search_choose(s, &view)).thread != TID_NONE)
				view.step++;
			assert_int_equal(c.stop, STOP_MEMORY);
			assert_true(view.step < bytes / 24);
		} else {
			assert_true(bytes < 512);
		}
		for (unsigned i = 0; i < 64; i++)
			assert_int_equal(memory[bytes + i], 0x77);
	}
	assert_true(view.step > 50);
}

static void executions_max_ends_and_can_be_seen(void **state)
{
	struct search *s = searching(
		(struct search_config){.strategy = "dfs", .executions_max = 5});

	assert_int_equal(all(s, 3, OUTCOME_ENDED), 5);
	assert_false(search_exhausted(s));
	s = searching(
		(struct search_config){.strategy = "dfs", .executions_max = 6});
	assert_int_equal(all(s, 3, OUTCOME_ENDED), 6);
	assert_true(search_exhausted(s));
	assert_true(search_begin(s).done);
}

static void every_kind_of_end_is_counted(void **state)
{
	struct search *s = searching((struct search_config){.strategy = "dfs"});

	execute(s, 3, OUTCOME_ENDED, NULL);
	execute(s, 3, OUTCOME_FAILED, NULL);
	execute(s, 3, OUTCOME_DEADLOCKED, NULL);
	execute(s, 3, OUTCOME_LIVELOCKED, NULL);
	execute(s, 3, OUTCOME_PRUNED, NULL);
	execute(s, 3, OUTCOME_DIVERGED, NULL);
	assert_false(execute(s, 3, OUTCOME_ENDED, NULL));
	assert_int_equal(search_count(s)->executions, 4);
	assert_int_equal(search_count(s)->pruned, 1);
	assert_int_equal(search_count(s)->stopped, 1);
	assert_int_equal(search_count(s)->steps, 18);
	assert_false(search_exhausted(s));
}

static void a_restart_forgets_all_but_the_totals(void **state)
{
	struct search *s = searching((struct search_config){.strategy = "dfs"});

	execute(s, 3, OUTCOME_STOPPED, NULL);
	execute(s, 3, OUTCOME_ENDED, NULL);
	search_restart(s, NULL);
	assert_int_equal(search_begin(s).length, 0);
	assert_int_equal(all(s, 3, OUTCOME_ENDED), 6);
	assert_true(search_exhausted(s));
	assert_int_equal(search_count(s)->executions, 7);
	assert_int_equal(search_count(s)->restarts, 1);
}

static void a_restart_after_the_end_begins_again(void **state)
{
	struct search *s = searching((struct search_config){.strategy = "dfs"});

	assert_int_equal(all(s, 2, OUTCOME_ENDED), 2);
	search_restart(s, NULL);
	assert_false(search_exhausted(s));
	assert_int_equal(all(s, 3, OUTCOME_ENDED), 6);
}

static void a_restart_may_reduce_in_another_way(void **state)
{
	struct search_config config = {.strategy = "dfs"};
	struct search *s = searching(config);

	execute(s, 3, OUTCOME_ENDED, NULL);
	strcpy(config.reduce, "optimal");
	search_restart(s, &config);
	assert_true(search_wants_footprints(s));
	strcpy(config.reduce, "none");
	search_restart(s, &config);
	assert_false(search_wants_footprints(s));
	assert_int_equal(all(s, 3, OUTCOME_ENDED), 6);
	assert_int_equal(search_count(s)->executions, 7);
}

/* However it ends, an execution is a part of the tree. */
static void the_size_is_that_of_the_round(void **state)
{
	struct search_config config = {.strategy = "dfs", .executions_max = 3};
	struct search *s = searching(config);
	struct estimated is;

	assert_false(search_estimate(s, &is));
	execute(s, 3, OUTCOME_ENDED, NULL);
	execute(s, 3, OUTCOME_STOPPED, NULL);
	assert_true(search_estimate(s, &is));
	assert_true(is.fraction > 0.3333 && is.fraction < 0.3334);
	search_restart(s, NULL);
	assert_false(search_estimate(s, &is));
	execute(s, 2, OUTCOME_FAILED, NULL);
	assert_true(search_estimate(s, &is));
	assert_true(is.fraction == 0.5 && is.executions == 2);
	/* The limit: the next one is determined, and not made. */
	assert_true(search_begin(s).done);
	assert_true(search_estimate(s, &is));
	assert_true(is.fraction == 0.5 && is.executions == 2);
}

static void a_sampler_has_no_size(void **state)
{
	static const char *const names[] = {"random", "pct", "turns"};
	struct estimated is;

	for (unsigned i = 0; i < 3; i++) {
		struct search_config config = {0};
		struct search *s;

		strcpy(config.strategy, names[i]);
		s = searching(config);
		execute(s, 3, OUTCOME_ENDED, NULL);
		assert_false(search_estimate(s, &is));
	}
}

static void samplers_only_go_on_at_a_restart(void **state)
{
	struct search_config config = {.strategy = "random", .seed = 4};
	struct search *s = searching(config);
	struct choice through[4][4], restarted[4][4];

	for (unsigned i = 0; i < 4; i++)
		execute(s, 4, OUTCOME_ENDED, through[i]);
	s = searching(config);
	for (unsigned i = 0; i < 4; i++) {
		search_restart(s, NULL);
		execute(s, 4, OUTCOME_ENDED, restarted[i]);
	}
	assert_memory_equal(through, restarted, sizeof through);
	assert_memory_not_equal(through[0], through[1], sizeof through[0]);
}

static void turns_are_named_and_taken(void **state)
{
	static const char *const names[] = {
		"random", "pct d=1", "pct d=2", "pct d=3", "pct d=4"};
	struct search *s = searching(
		(struct search_config){.strategy = "turns", .first = 2});

	for (unsigned i = 2; i < 12; i++) {
		execute(s, 3, OUTCOME_ENDED, NULL);
		assert_string_equal(search_strategy(s), names[i % 5]);
	}
}

static void pct_lets_others_go_when_a_thread_gives_way(void **state)
{
	static const enum op ops[] = {
		OP_yield, OP_sleep, OP_spin_hint, OP_cond_timedwait};

	for (unsigned i = 0; i < 4; i++)
		for (uint64_t seed = 0; seed < 20; seed++) {
			struct search *s = searching(
				(struct search_config){.strategy = "pct",
					.pct_depth = 1,
					.seed = seed});
			struct view view = view_of(3);
			unsigned first = 0;

			pending[0].kind = ops[i];
			search_begin(s);
			for (; view.step < 100; view.step++)
				first += search_choose(s, &view).thread == 0;
			assert_true(first <= 1);
		}
}

static void pct_threads_that_all_give_way_take_turns(void **state)
{
	struct search *s = searching(
		(struct search_config){.strategy = "pct", .pct_depth = 1});
	struct view view = view_of(3);
	unsigned times[3] = {0};

	for (tid t = 0; t < 3; t++)
		pending[t].kind = OP_yield;
	search_begin(s);
	for (; view.step < 30; view.step++)
		times[search_choose(s, &view).thread]++;
	for (tid t = 0; t < 3; t++)
		assert_int_equal(times[t], 10);
}

/* Two threads of 50 steps each: the last step that left one which could go on.
 */
static unsigned last_preemption(struct search *s, enum outcome_kind end)
{
	struct view view = view_of(2);
	unsigned left[2] = {50, 50}, last = 0;
	struct outcome outcome = {.kind = end, .steps = 100};

	search_begin(s);
	for (; view.enabled; view.step++) {
		tid t = search_choose(s, &view).thread;

		if (view.last != TID_NONE && t != view.last && left[view.last])
			last = view.step;
		view.last = t;
		if (--left[t] == 0) {
			pending[t].offers = 0;
			view.enabled--;
		}
	}
	search_end(s, &outcome);
	return last;
}

static void pct_learns_how_long_executions_are(void **state)
{
	struct search *s = searching(
		(struct search_config){.strategy = "pct", .pct_depth = 2});
	unsigned last = 0;

	for (int i = 0; i < 50; i++) /* they were cut: nothing to learn */
		assert_true(last_preemption(s, OUTCOME_STOPPED) <= 16);
	assert_true(last_preemption(s, OUTCOME_ENDED) <= 16);
	for (int i = 0; i < 50; i++) {
		unsigned step = last_preemption(s, OUTCOME_ENDED);

		last = step > last ? step : last;
	}
	assert_in_range(last, 17, 50);
}

static struct choice replayed(
	const struct choice *schedule, size_t length, const struct view *view)
{
	struct search *s =
		searching((struct search_config){.strategy = "replay",
			.replay = schedule,
			.replay_length = length});

	search_begin(s);
	return search_choose(s, view);
}

/* One step, of which what it touched does not fit into the search. */
static void what_does_not_fit_is_not_made_again(void **state)
{
	static const char *const reductions[] = {"source", "optimal"};
	static struct access access[60000];
	struct transition large = {.access = access, .accesses = 60000};

	for (uint32_t i = 0; i < large.accesses; i++)
		access[i] = (struct access){.address = 1 + i};
	for (unsigned i = 0; i < 2; i++) {
		struct search_config config = {.strategy = "dfs"};
		struct outcome ended = {.kind = OUTCOME_ENDED, .steps = 1};
		struct view view = view_of(1);
		struct search *s;

		strcpy(config.reduce, reductions[i]);
		s = searching(config);
		search_begin(s);
		large.choice = search_choose(s, &view);
		search_transition(s, &large);
		search_end(s, &ended);
		assert_true(search_begin(s).done);
		assert_false(search_exhausted(s));
	}
}

static void replay_stops_where_it_cannot_follow(void **state)
{
	static const uint32_t offer[] = {1, 5};
	struct choice c = {1, 0, 1, 5}, stop;
	struct view view = view_of(3);

	pending[1].offers = 2;
	pending[1].offer = offer;
	assert_int_equal(replayed(&c, 1, &view).alternative, 5);
	assert_int_equal(replayed(&c, 1, &view).keep, 0);
	c.alternative = 0; /* not in the list */
	stop = replayed(&c, 1, &view);
	assert_int_equal(stop.thread, TID_NONE);
	assert_int_equal(stop.stop, STOP_CANNOT_FOLLOW);
	c = (struct choice){3, 0, 0, 0}; /* no such thread */
	assert_int_equal(replayed(&c, 1, &view).stop, STOP_CANNOT_FOLLOW);
	c.thread = 2;
	pending[2].offers = 0; /* not enabled */
	assert_int_equal(replayed(&c, 1, &view).stop, STOP_CANNOT_FOLLOW);
	pending[2] = (struct pending){.live = 0, .offers = 1}; /* ended */
	assert_int_equal(replayed(&c, 1, &view).stop, STOP_CANNOT_FOLLOW);
}

static void replay_of_a_short_schedule_takes_forced_choices(void **state)
{
	struct view view = view_of(2);

	assert_int_equal(replayed(NULL, 0, &view).stop, STOP_CANNOT_FOLLOW);
	pending[0].offers = 0;
	view.enabled = 1;
	assert_int_equal(replayed(NULL, 0, &view).thread, 1);
	pending[1].offers = 2;
	assert_int_equal(replayed(NULL, 0, &view).stop, STOP_CANNOT_FOLLOW);
}

static void what_was_saved_is_checked(void **state)
{
	static _Alignas(16) char saved[4096], other[1 << 16];
	struct search *s = searching((struct search_config){.strategy = "dfs"});
	struct search *loaded;
	size_t length;
	struct err err;

	execute(s, 3, OUTCOME_ENDED, NULL);
	length = search_save(s, NULL, 0);
	assert_int_equal(search_save(s, saved, sizeof saved), length);
	for (size_t n = 0; n < length; n++) /* cut off anywhere */
		assert_int_not_equal(search_load(&loaded, other, sizeof other,
					     saved, n, &err),
			OK);
	assert_int_equal(
		search_load(&loaded, other, sizeof other, saved, length, &err),
		OK);
	assert_int_equal(all(loaded, 3, OUTCOME_ENDED), 5);
	assert_true(search_exhausted(loaded));
	assert_int_equal(search_count(loaded)->executions, 6);
	saved[8]++; /* the version */
	assert_int_equal(
		search_load(&loaded, other, sizeof other, saved, length, &err),
		ERR_VERSION);
	saved[0]++;
	assert_int_equal(
		search_load(&loaded, other, sizeof other, saved, length, &err),
		ERR_FORMAT);
}

/* Two threads that write x; after the first execution something is left. */
static void write_x(struct search *s)
{
	struct access access = {.address = 8, .size = 4, .write = 1};
	struct transition done = {
		.kind = OP_write, .access = &access, .accesses = 1};
	struct outcome outcome = {.kind = OUTCOME_ENDED, .steps = 2};
	struct view view = view_of(2);

	pending[0].kind = pending[1].kind = OP_write;
	pending[0].object = pending[1].object = 8;
	pending[0].size = pending[1].size = 4;
	search_begin(s);
	for (; view.step < 2; view.step++) {
		done.choice = search_choose(s, &view);
		done.step = view.step;
		search_transition(s, &done);
		view.last = done.choice.thread;
		pending[view.last] = (struct pending){.live = 0};
		view.enabled--;
	}
	search_end(s, &outcome);
}

static void nothing_damaged_is_believed(void **state)
{
	static const char *const reductions[] = {
		"none", "source", "optimal", "classic"};
	static _Alignas(16) char saved[4096], other[1 << 17];

	for (unsigned i = 0; i < 4; i++) {
		struct search_config config = {.strategy = "dfs"};
		struct search *s, *loaded;
		size_t length;
		struct err err;

		strcpy(config.reduce, reductions[i]);
		s = searching(config);
		write_x(s);
		length = search_save(s, saved, sizeof saved);
		assert_true(length <= sizeof saved);
		assert_int_equal(search_load(&loaded, other, sizeof other,
					 saved, length, &err),
			OK);
		assert_int_equal(search_begin(loaded).length, 1);
		assert_int_equal(search_load(&loaded, other, 1 << 14, saved,
					 length, &err) == OK,
			i == 0);
		for (size_t n = 0; n < 8 * length; n++) {
			saved[n / 8] ^= (char)(1 << n % 8);
			assert_int_not_equal(
				search_load(&loaded, other, sizeof other, saved,
					length, &err),
				OK);
			saved[n / 8] ^= (char)(1 << n % 8);
		}
		for (size_t n = 0; n < length; n++)
			assert_int_not_equal(
				search_load(&loaded, other, sizeof other, saved,
					n, &err),
				OK);
	}
}

static void messages_come_between_executions(void **state)
{
	static _Alignas(16) char other[1 << 17];
	struct search_config config = {.strategy = "dfs", .reduce = "source"};
	struct search *s = searching(config), *part;
	struct err err;
	char message[64];

	assert_int_equal(search_send(s, message, sizeof message), 0);
	assert_int_equal(search_receive(s, "", 0, &err), ERR_FORMAT);
	assert_string_equal(err.text, "no message to this search");
	write_x(s);
	/* One branch is left: nothing to give. */
	assert_int_equal(search_split(s, &part, other, sizeof other, &err),
		ERR_UNSUPPORTED);
	assert_false(search_begin(s).done);
	assert_int_equal(search_receive(s, "", 0, &err), ERR_USAGE);
	assert_string_equal(err.text, "an execution is under way");
	assert_false(search_waits(s));
}

static void samplers_cannot_be_split(void **state)
{
	static _Alignas(16) char other[1 << 16];
	struct search *part,
		*s = searching((struct search_config){.strategy = "random"});

	assert_int_equal(search_split(s, &part, other, sizeof other, NULL),
		ERR_UNSUPPORTED);
}

static void dfs_without_branches_cannot_be_split(void **state)
{
	static _Alignas(16) char other[1 << 16];
	struct search *part,
		*s = searching((struct search_config){.strategy = "dfs"});

	assert_int_equal(search_split(s, &part, other, sizeof other, NULL),
		ERR_UNSUPPORTED);
	execute(s, 1, OUTCOME_ENDED, NULL);
	assert_int_equal(search_split(s, &part, other, sizeof other, NULL),
		ERR_UNSUPPORTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_checked),
		cmocka_unit_test(every_fourth_turn_reuses_memory),
		cmocka_unit_test(dfs_stops_where_its_region_ends),
		cmocka_unit_test(executions_max_ends_and_can_be_seen),
		cmocka_unit_test(every_kind_of_end_is_counted),
		cmocka_unit_test(a_restart_forgets_all_but_the_totals),
		cmocka_unit_test(a_restart_after_the_end_begins_again),
		cmocka_unit_test(the_size_is_that_of_the_round),
		cmocka_unit_test(a_sampler_has_no_size),
		cmocka_unit_test(samplers_only_go_on_at_a_restart),
		cmocka_unit_test(a_restart_may_reduce_in_another_way),
		cmocka_unit_test(turns_are_named_and_taken),
		cmocka_unit_test(pct_lets_others_go_when_a_thread_gives_way),
		cmocka_unit_test(pct_threads_that_all_give_way_take_turns),
		cmocka_unit_test(pct_learns_how_long_executions_are),
		cmocka_unit_test(what_does_not_fit_is_not_made_again),
		cmocka_unit_test(replay_stops_where_it_cannot_follow),
		cmocka_unit_test(
			replay_of_a_short_schedule_takes_forced_choices),
		cmocka_unit_test(what_was_saved_is_checked),
		cmocka_unit_test(nothing_damaged_is_believed),
		cmocka_unit_test(messages_come_between_executions),
		cmocka_unit_test(samplers_cannot_be_split),
		cmocka_unit_test(dfs_without_branches_cannot_be_split),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
