/* SPDX-License-Identifier: MIT */
/* random_test.c - random is uniform over enabled threads at each step
 *
 * A million steps with a fixed seed for each view; chi-square against the
 * uniform distribution, at p = 0.001.
 */
#include "unit.h"

enum {
	STEPS = 1000000,
	THREADS = 8
};

/* Critical values of chi-square at p = 0.001, by degrees of freedom. */
static const double critical[] = {
	0, 10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322};

static double chi_square(const unsigned *count, unsigned n, unsigned total)
{
	double expected = (double)total / n, sum = 0;

	for (unsigned i = 0; i < n; i++) {
		double off = count[i] - expected;

		sum += off * off / expected;
	}
	return sum;
}

/* Threads offer what `offers` says, 0xff: there is no such thread. */
static void draw(const uint8_t offers[THREADS], unsigned thread[THREADS],
	unsigned alternative[THREADS])
{
	struct search *s = searching(
		(struct search_config){.strategy = "random", .seed = 11});
	struct pending pending[THREADS] = {{0}};
	struct view view = {pending, THREADS, TID_NONE, 0, 0, 0};

	memset(thread, 0, THREADS * sizeof *thread);
	memset(alternative, 0, THREADS * sizeof *alternative);
	for (unsigned t = 0; t < THREADS; t++) {
		pending[t].live = offers[t] != 0xff;
		pending[t].offers = offers[t];
		view.enabled += offers[t] && offers[t] != 0xff;
	}
	search_begin(s);
	for (unsigned i = 0; i < STEPS; i++) {
		struct choice c = search_choose(s, &view);

		assert_true(c.thread < THREADS);
		assert_true(pending[c.thread].live);
		assert_true(c.alternative < pending[c.thread].offers);
		thread[c.thread]++;
		if (c.thread == 0)
			alternative[c.alternative]++;
		view.last = c.thread;
		view.step = i;
	}
}

static void threads_that_are_all_enabled(void **state)
{
	static const uint8_t offers[] = {1, 1, 1, 1, 1, 1, 1, 1};
	unsigned thread[THREADS], alternative[THREADS];

	draw(offers, thread, alternative);
	assert_true(chi_square(thread, 8, STEPS) < critical[7]);
}

static void threads_among_blocked_and_ended_ones(void **state)
{
	static const uint8_t offers[] = {1, 0, 0xff, 1, 0, 0, 0xff, 1};
	unsigned thread[THREADS], alternative[THREADS], live[3];

	draw(offers, thread, alternative);
	live[0] = thread[0];
	live[1] = thread[3];
	live[2] = thread[7];
	assert_true(chi_square(live, 3, STEPS) < critical[2]);
}

static void more_alternatives_do_not_make_a_thread_likelier(void **state)
{
	static const uint8_t offers[] = {5, 1, 1, 2, 0, 0, 0, 0};
	unsigned thread[THREADS], alternative[THREADS];

	draw(offers, thread, alternative);
	assert_true(chi_square(thread, 4, STEPS) < critical[3]);
	assert_true(chi_square(alternative, 5, thread[0]) < critical[4]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_that_are_all_enabled),
		cmocka_unit_test(threads_among_blocked_and_ended_ones),
		cmocka_unit_test(
			more_alternatives_do_not_make_a_thread_likelier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
