/* SPDX-License-Identifier: MIT */
/* withheld_test.c - what a view offers and no search tries by itself
 *
 * The test under test: two threads that each write x once, and one that would,
 * and is withheld.
 */
#include "unit.h"

#include "search/reduce/split.h"
#include "search/strategy.h"

enum {
	THREADS = 3,
	WITHHELD = 2,
	MANY = 40 /* more executions than there are */
};

static struct pending pending[THREADS];
/* Thread 1 cannot go on before thread 0, and why is known to the kernel alone:
 * then all who can are asked for. */
static bool waits;

static struct view view_of_all(void)
{
	for (tid t = 0; t < THREADS; t++)
		pending[t] = (struct pending){.live = 1,
			.offers = 1,
			.kind = OP_write,
			.object = 8,
			.size = 4,
			.withheld = t == WITHHELD};
	if (waits) {
		pending[1].kind = OP_fd_read;
		pending[1].offers = 0;
	}
	return (struct view){
		pending, THREADS, TID_NONE, waits ? 1 : THREADS - 1, 0, 0};
}

/* One execution; false: nothing is left.  *made: where the withheld one was,
 * from 1; 0: nowhere. */
static bool execute(struct search *s, uint32_t *made)
{
	struct access access = {
		.address = 8, .size = 4, .kind = OP_write, .write = 1};
	struct transition done = {.kind = OP_write,
		.object = 8,
		.access = &access,
		.accesses = 1};
	struct start start = search_begin(s);
	struct view view = view_of_all();
	struct outcome outcome = {.kind = OUTCOME_ENDED,
		.thread = pending,
		.threads = THREADS,
		.threads_max = THREADS};

	*made = 0;
	if (start.done)
		return false;
	while (view.enabled) {
		done.choice = view.step < start.length
				      ? start.prefix[view.step]
				      : search_choose(s, &view);
		if (done.choice.thread == TID_NONE) {
			outcome.kind = OUTCOME_STOPPED;
			break;
		}
		done.kind = pending[done.choice.thread].kind;
		done.step = view.step++;
		view.last = done.choice.thread;
		pending[view.last].live = 0;
		if (view.last == WITHHELD)
			*made = view.step;
		else if (!waits || pending[1].offers)
			view.enabled--;
		pending[1].offers = 1;
		if (search_wants_footprints(s))
			search_transition(s, &done);
	}
	outcome.steps = view.step;
	search_end(s, &outcome);
	return true;
}

static struct search *search_of(const struct strategy *row)
{
	struct search_config config = {.stride = 1};

	strcpy(config.strategy, row->name);
	strcpy(config.reduce, row->reduce ? row->reduce : "none");
	strcpy(config.cache, row->cache ? row->cache : "");
	return searching(config);
}

static void nobody_tries_it(void **state)
{
	for (unsigned i = 0; strategy_at(i); i++) {
		const struct strategy *row = strategy_at(i);
		unsigned executions = 0;
		struct search *s;
		uint32_t made;

		if (row == &strategy_replay)
			continue;
		s = search_of(row);
		while (executions < MANY && execute(s, &made)) {
			assert_int_equal(made, 0);
			executions++;
		}
		/* Two orders (or one), and what bound 0 is made again for. */
		if (row->exhausts)
			assert_in_range(executions, 2 - waits, 3);
		assert_int_equal(search_exhausted(s), row->exhausts);
	}
}

static void nobody_tries_it_for_another(void **state)
{
	waits = true;
	nobody_tries_it(state);
	waits = false;
}

static void it_is_made_where_it_is_asked_for(void **state)
{
	static const struct strategy *const asked[] = {
		&strategy_source, &strategy_classic, &strategy_classic_sleep};
	struct message m = {MESSAGE_THREAD, 0, WITHHELD};

	for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
		struct search *s = search_of(asked[i]);
		unsigned first = 0, executions = 1;
		uint32_t made;

		assert_true(execute(s, &made));
		assert_int_equal(search_receive(s, &m, sizeof m, NULL), OK);
		for (; execute(s, &made) && executions < MANY; executions++)
			first += made == 1;
		assert_true(first > 0);
		assert_true(search_exhausted(s));
	}
}

static void it_can_be_replayed(void **state)
{
	static const struct choice schedule[] = {
		{.thread = 1}, {.thread = WITHHELD}, {.thread = 0}};
	struct search *s = searching((struct search_config){
		.strategy = "replay", .replay = schedule, .replay_length = 3});
	uint32_t made;

	assert_true(execute(s, &made));
	assert_int_equal(made, 2);
	assert_int_equal(search_count(s)->executions, 1);
}

/* T0, T3 and T1, which can go on once T0 did and touches what T0 touched when
 * it comes before T3: only then all are asked for at the first node. */
static bool execute_late(struct search *s, uint32_t *made)
{
	struct access access[2] = {
		{.address = 8, .size = 4, .kind = OP_write, .write = 1},
		{.address = 16, .size = 4, .kind = OP_write, .write = 1}};
	struct start start = search_begin(s);
	struct pending late[4];
	struct view view = {late, 4, TID_NONE, 2, 0, 0};
	struct outcome outcome = {
		.kind = OUTCOME_ENDED, .threads = 4, .threads_max = 4};

	*made = 0;
	if (start.done)
		return false;
	for (tid t = 0; t < 4; t++)
		late[t] = (struct pending){.live = 1,
			.offers = t != 1,
			.kind = t == 1 ? OP_fd_read : OP_write,
			.object = t == 0 ? 8 : 16,
			.size = 4,
			.withheld = t == WITHHELD};
	outcome.thread = late;
	while (view.enabled) {
		struct transition done = {.step = view.step};
		tid t;

		done.choice = view.step < start.length
				      ? start.prefix[view.step]
				      : search_choose(s, &view);
		t = done.choice.thread;
		if (t == TID_NONE) {
			outcome.kind = OUTCOME_STOPPED;
			break;
		}
		done.kind = late[t].kind;
		done.object = late[t].object;
		done.access = t == 0 || (t == 1 && late[3].live) ? &access[0]
								 : &access[1];
		done.accesses = t == 1 && late[3].live ? 2 : 1;
		view.step++;
		view.last = t;
		late[t].live = 0;
		late[1].offers = 1;
		view.enabled = (tid)(late[0].live + late[3].live +
				     (late[1].live && !late[0].live));
		if (t == WITHHELD)
			*made = view.step;
		search_transition(s, &done);
	}
	outcome.steps = view.step;
	search_end(s, &outcome);
	return true;
}

/* A reduction that was told of it keeps that. */
static void it_is_saved(void **state)
{
	static _Alignas(16) char saved[8192], other[1 << 18];
	struct search *s = search_of(&strategy_source);
	uint32_t made;
	size_t length;

	assert_true(execute_late(s, &made));
	length = search_save(s, saved, sizeof saved);
	assert_true(length <= sizeof saved);
	assert_int_equal(
		search_load(&s, other, sizeof other, saved, length, NULL), OK);
	while (execute_late(s, &made))
		assert_int_equal(made, 0);
	assert_true(search_exhausted(s));
	assert_int_equal(search_count(s)->executions, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_tries_it),
		cmocka_unit_test(nobody_tries_it_for_another),
		cmocka_unit_test(it_is_made_where_it_is_asked_for),
		cmocka_unit_test(it_can_be_replayed),
		cmocka_unit_test(it_is_saved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
