/* SPDX-License-Identifier: MIT */
/* What happens before what, and which pairs are races, is found by places that
 * were touched recently.  Here it is compared with the definitions, on random
 * executions whose tails are taken off now and then. */
#include "unit.h"

#include "base/rng.h"
#include "search/reduce/history.h"

enum {
	EVENTS = 60,
	THREADS = 5,
	ACCESSES = 5,
	REGION = 1 << 18,
	ROUNDS = 400
};

/* What an event did, and by definition what happens before what. */
struct model {
	struct access access[EVENTS][ACCESSES];
	struct footprint footprint[EVENTS];
	bool before[EVENTS][EVENTS]; /* or is it */
	uint32_t count;
};

static _Alignas(8) char region[REGION];
static struct history history;
static struct model model;
static struct rng rng;

static const uint8_t kinds[] = {OP_read, OP_mutex_lock, OP_mutex_unlock,
	OP_sem_post, OP_sem_post, OP_sem_wait, OP_cond_wait, OP_cond_timedwait,
	OP_cond_signal, OP_rw_rdlock, OP_rw_tryrdlock, OP_rw_wrlock,
	OP_barrier_even, OP_barrier_odd, OP_barrier_leave, OP_barrier_leave_odd,
	OP_thread_exit};

static struct access random_access(void)
{
	struct access a = {.write = rng_below(&rng, 2) == 0};
	uint64_t what = rng_below(&rng, 40);

	if (what == 0) {
		a.kind = OP_process_leave;
		return a;
	}
	if (what < 3) {
		a.address = rng_below(&rng, THREADS);
		a.kind = OP_thread_start;
		a.write = what == 1;
		return a;
	}
	if (what < 20) {
		/* Thread numbers are addresses, too. */
		a.address = rng_below(&rng, 3);
		a.kind = kinds[rng_below(&rng, sizeof kinds)];
		return a;
	}
	if (what > 32) {
		a.address = 4 * rng_below(&rng, 3);
		a.size = a.address % 8 || what == 33 ? 4 : 8;
		a.write = 1;
		a.kind = what < 36 ? OP_atomic_add_release : OP_atomic_add;
		return a;
	}
	a.address = rng_below(&rng, 40);
	a.size = 1 + (uint32_t)rng_below(&rng, 12);
	if (what == 20) /* more places than are kept of one event */
		a.size += 8 * PLACES_EACH;
	return a;
}

/* By the definitions, for event j, the last one. */
static void define(uint32_t j)
{
	for (uint32_t i = j + 1; i-- > 0;) {
		bool *before = &model.before[i][j];

		*before = i == j;
		for (uint32_t k = i + 1; k <= j && !*before; k++)
			*before = model.before[k][j] &&
				  transitions_depend(&model.footprint[i],
					  &model.footprint[k]);
	}
}

static bool is_race(uint32_t i, uint32_t j)
{
	const struct footprint *a = &model.footprint[i];
	const struct footprint *b = &model.footprint[j];

	for (uint32_t k = i + 1; k < j; k++)
		if (model.before[i][k] && model.before[k][j])
			return false;
	return a->thread != b->thread && transitions_depend(a, b) &&
	       !footprint_starts(a, b->thread);
}

static void add(void)
{
	struct access access[ACCESSES];
	struct transition done = {.access = access, .step = model.count};
	uint32_t j = model.count++;

	done.choice.thread = (tid)rng_below(&rng, THREADS);
	done.accesses = rng_below(&rng, ACCESSES + 1);
	for (size_t i = 0; i < done.accesses; i++)
		access[i] = random_access();
	memcpy(model.access[j], access, sizeof access);
	history_settle(&history, &model.footprint[j], done.choice.thread,
		model.access[j], done.accesses);
	define(j);
	history_add(&history, &done);
}

static void compare(void)
{
	uint32_t race = 0;

	assert_false(history.full);
	assert_int_equal(history.count, model.count);
	for (uint32_t j = 0; j < model.count; j++) {
		for (uint32_t i = j; i-- > 0;) {
			assert_int_equal(happens_before(&history, i, j),
				model.before[i][j]);
			if (!is_race(i, j))
				continue;
			assert_true(race < history.races);
			assert_int_equal(history.race[race].first, i);
			assert_int_equal(history.race[race].second, j);
			race++;
		}
	}
	assert_int_equal(history.races, race);
}

static void clocks_and_races_are_as_defined(void **state)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		rng_seed(&rng, 1, round);
		history_init(&history, region, sizeof region);
		history.earlier.unrefined = round % 4 == 3;
		model.count = 0;
		for (unsigned cuts = 0; cuts < 4; cuts++) {
			while (model.count < EVENTS)
				add();
			compare();
			model.count = (uint32_t)rng_below(&rng, EVENTS);
			history_cut(&history, model.count);
			compare();
		}
	}
}

/* Then events are compared with all others, and nothing else changes. */
static void so_they_are_without_room_for_places(void **state)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		rng_seed(&rng, 2, round);
		history_init(&history, region, sizeof region);
		history.earlier.recent.marks_max = 20;
		model.count = 0;
		while (model.count < EVENTS)
			add();
		compare();
	}
}

/* Back from any event, nothing that a footprint depends on is passed over. */
static void walks_meet_all_that_depends(void **state)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct access access[ACCESSES];
		struct footprint f;
		struct walk walk;
		uint32_t end = (uint32_t)rng_below(&rng, EVENTS + 1), next;
		size_t n = rng_below(&rng, ACCESSES);

		rng_seed(&rng, 4, round);
		history_init(&history, region, sizeof region);
		history.earlier.unrefined = round % 4 == 3;
		for (model.count = 0; model.count < EVENTS;)
			add();
		for (size_t i = 0; i < n; i++)
			access[i] = random_access();
		history_settle(
			&history, &f, (tid)rng_below(&rng, THREADS), access, n);
		walk_begin(&history.earlier, &f, end, &walk);
		next = walk_next(&history.earlier, &walk);
		while (end-- > 0)
			if (next == end)
				next = walk_next(&history.earlier, &walk);
			else if (model.footprint[end].thread != f.thread)
				assert_false(transitions_depend(
					&model.footprint[end], &f));
		assert_int_equal(next, EVENT_NONE);
	}
}

static void make_event(tid t, enum op kind, uint64_t object)
{
	struct access access = {.address = object, .kind = kind, .write = 1};
	struct transition done = {
		.access = &access, .accesses = 1, .step = history.count};

	done.choice.thread = t;
	history_add(&history, &done);
}

static void a_join_is_alone_if_nobody_else_touched_the_thread(void **state)
{
	for (unsigned who = 0; who < 4; who++) {
		history_init(&history, region, sizeof region);
		if (who == 1)
			make_event(1, OP_thread_detach, 7);
		make_event(2, OP_thread_exit, 7);
		if (who == 2)
			make_event(1, OP_thread_tryjoin, 7);
		make_event(0, OP_thread_join, 7);
		if (who == 3)
			make_event(1, OP_thread_tryjoin, 7);
		make_event(1, OP_thread_exit, 8);
		assert_int_equal(earlier_alone(&history.earlier, who == 1,
					 1 + (who == 1) + (who == 2)),
			who == 0);
	}
}

/* Taken off, they leave no trace. */
static void what_is_cut_off_is_forgotten(void **state)
{
	history_init(&history, region, sizeof region);
	rng_seed(&rng, 3, 0);
	for (model.count = 0; model.count < EVENTS;)
		add();
	history_cut(&history, 0);
	assert_int_equal(history.earlier.recent.marks, 0);
	assert_int_equal(history.earlier.recent.places, 0);
	for (uint32_t i = 0; i < history.earlier.recent.buckets; i++)
		assert_int_equal(history.earlier.recent.bucket[i], MARK_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clocks_and_races_are_as_defined),
		cmocka_unit_test(so_they_are_without_room_for_places),
		cmocka_unit_test(walks_meet_all_that_depends),
		cmocka_unit_test(
			a_join_is_alone_if_nobody_else_touched_the_thread),
		cmocka_unit_test(what_is_cut_off_is_forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
