/* SPDX-License-Identifier: MIT */
/* jobs_test.c - iterative deepening: which jobs there are, and which one runs
 *
 * Expectations are by hand from Quicksand: figure 4 and Algorithms 2 and 3; and
 * a simulation with true sizes, which no estimate can hide from.
 */
#include "unit.h"

#include "base/rng.h"
#include "quicksand/jobs.h"

#define ALWAYS (1u << CLASS_always)
#define LOCK (1u << CLASS_lock)
#define UNLOCK (1u << CLASS_unlock)
#define RWLOCK (1u << CLASS_rwlock)
#define ATOMIC (1u << CLASS_atomic)
#define THREAD (1u << CLASS_thread)

static struct jobs jobs;

static struct ppset set_of(uint32_t classes, int n, const unsigned *point)
{
	struct ppset s = {.classes = classes | ALWAYS};

	for (int i = 0; i < n; i++)
		ppset_add(&s, point[i]);
	return s;
}

#define SET(classes, ...)                                                      \
	set_of(classes, sizeof((unsigned[]){__VA_ARGS__}) / sizeof(unsigned),  \
		(unsigned[]){__VA_ARGS__})

/* The job with this set, but for the maximal one. */
static int find(struct ppset s)
{
	for (unsigned i = 0; i < jobs.jobs; i++)
		if ((int)i != jobs.maximal && ppset_equal(&jobs.job[i].set, &s))
			return (int)i;
	return JOBS_NONE;
}

static unsigned must_find(struct ppset s)
{
	int i = find(s);

	assert_int_not_equal(i, JOBS_NONE);
	return (unsigned)i;
}

static void sets(void **state)
{
	struct ppset a = SET(LOCK, 3, 700), b = SET(LOCK | UNLOCK, 3, 700, 64);

	assert_true(ppset_within(&a, &b));
	assert_true(ppset_smaller(&a, &b));
	assert_false(ppset_within(&b, &a));
	assert_false(ppset_smaller(&a, &a));
	assert_true(ppset_within(&a, &a));
	assert_int_equal(ppset_size(&b), 3 + 3);
	assert_int_equal(ppset_next(&b, 0), 3);
	assert_int_equal(ppset_next(&b, 4), 64);
	assert_int_equal(ppset_next(&b, 65), 700);
	assert_int_equal(ppset_next(&b, 701), PPSET_POINTS);
	ppset_add(&a, 64);
	ppset_add(&a, 64);
	assert_int_equal(a.points, 3);
	assert_false(ppset_within(&b, &a));
	ppset_join(&a, &b);
	assert_true(ppset_equal(&a, &b));
}

static void seeds(void **state)
{
	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	assert_int_equal(jobs.jobs, 9);
	assert_int_equal(
		jobs.job[jobs.maximal].set.classes, CLASSES_SYNC | ALWAYS);
	must_find(SET(0));
	must_find(SET(LOCK));
	must_find(SET(UNLOCK));
	must_find(SET(LOCK | UNLOCK | RWLOCK));
	must_find(SET(ATOMIC));
	must_find(SET(ATOMIC | LOCK));
	must_find(SET(ATOMIC | UNLOCK));
	must_find(SET(ATOMIC | LOCK | UNLOCK | RWLOCK));
}

static void seeds_are_not_repeated(void **state)
{
	/* No atomics: four; and {lock, unlock} is not the maximal one, which
	 * may grow. */
	jobs_init(&jobs, LOCK | UNLOCK, SEEDS_ALL);
	assert_int_equal(jobs.jobs, 1 + 4);
	jobs_init(&jobs, CLASSES_SYNC, SEEDS_MAXIMAL);
	assert_int_equal(jobs.jobs, 1);
}

/* Figure 4: a pair of racing accesses makes four jobs. */
static void a_pair_makes_four_jobs(void **state)
{
	unsigned lock, before;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	lock = must_find(SET(LOCK));
	before = jobs.jobs;
	jobs_race(&jobs, lock, 0, true);
	jobs_race(&jobs, lock, 1, true);
	assert_int_equal(jobs.jobs, before + 4);
	assert_int_equal(jobs.job[must_find(SET(LOCK, 0))].kind, JOB_BIG);
	assert_int_equal(jobs.job[must_find(SET(LOCK, 1))].kind, JOB_BIG);
	assert_int_equal(jobs.job[must_find(SET(0, 0))].kind, JOB_SMALL);
	assert_int_equal(jobs.job[must_find(SET(0, 1))].kind, JOB_SMALL);
	assert_int_equal(find(SET(LOCK, 0, 1)), JOBS_NONE);
	/* Again: nothing new. */
	jobs_race(&jobs, lock, 0, true);
	assert_int_equal(jobs.jobs, before + 4);
}

/* AB is reached from A and from B, and made once. */
static void both_ways_lead_to_one_job(void **state)
{
	unsigned lock, before;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	lock = must_find(SET(LOCK));
	jobs_race(&jobs, lock, 0, true);
	jobs_race(&jobs, lock, 1, true);
	before = jobs.jobs;
	jobs_race(&jobs, must_find(SET(LOCK, 0)), 1, true);
	assert_int_equal(jobs.jobs, before + 1);
	must_find(SET(LOCK, 0, 1));
	jobs_race(&jobs, must_find(SET(LOCK, 1)), 0, true);
	assert_int_equal(jobs.jobs, before + 1);
}

static void a_smaller_set_than_one_that_exists_is_not_made(void **state)
{
	unsigned both, before;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	jobs_race(&jobs, both, 0, true);
	before = jobs.jobs;
	jobs_race(&jobs, must_find(SET(LOCK)), 0, true);
	assert_int_equal(jobs.jobs, before);
}

static void small_jobs_do_not_reproduce(void **state)
{
	unsigned before;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	jobs_race(&jobs, must_find(SET(LOCK)), 0, true);
	before = jobs.jobs;
	assert_true(jobs_race(&jobs, must_find(SET(0, 0)), 1, true));
	assert_int_equal(jobs.jobs, before);
	/* But it is a point of the maximal set, as whatever was reported. */
	assert_true(ppset_has(&jobs.job[jobs.maximal].set, 1));
}

static void the_maximal_job_grows_in_place(void **state)
{
	unsigned m;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	m = (unsigned)jobs.maximal;
	jobs_run(&jobs, m);
	assert_true(jobs_race(&jobs, m, 7, false));
	assert_false(jobs_race(&jobs, m, 7, false));
	assert_int_equal(jobs.job[m].grown, 1);
	assert_int_equal(jobs.job[m].state, JOB_RUNNING);
	assert_int_equal(jobs.jobs, 9);
	jobs_end(&jobs, m, true, 0);
	assert_true(jobs_verified(&jobs));
	/* Somebody else comes with a race that it had not seen. */
	jobs.job[must_find(SET(0))].state = JOB_RUNNING;
	assert_true(jobs_race(&jobs, must_find(SET(0)), 8, false));
	assert_false(jobs_verified(&jobs));
	assert_int_equal(jobs.job[m].state, JOB_PENDING);
}

static void a_finished_job_settles_its_subsets(void **state)
{
	unsigned m;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	m = (unsigned)jobs.maximal;
	jobs_run(&jobs, m);
	jobs_run(&jobs, must_find(SET(LOCK)));
	jobs_end(&jobs, m, true, 0);
	for (unsigned i = 0; i < jobs.jobs; i++)
		if (i != m) {
			assert_int_equal(jobs.job[i].state, JOB_SETTLED);
			assert_int_equal(jobs.job[i].by, m);
		}
	assert_int_equal(jobs_pick(&jobs, 1e9, false), JOBS_NONE);
	assert_true(jobs_proven(&jobs, m));
}

/* --no-memory: as if each were alone; but no set is explored twice. */
static void nothing_is_remembered(void **state)
{
	unsigned m, before;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	jobs.forgets = true;
	m = (unsigned)jobs.maximal;
	before = jobs.jobs;
	jobs_run(&jobs, m);
	jobs_end(&jobs, m, true, 0);
	assert_true(jobs_verified(&jobs) && jobs_left(&jobs));
	for (unsigned i = 0; i < jobs.jobs; i++)
		assert_int_equal(
			jobs.job[i].state, i == m ? JOB_FINISHED : JOB_PENDING);
	jobs_race(&jobs, must_find(SET(LOCK | UNLOCK | RWLOCK)), 0, true);
	assert_int_equal(jobs.jobs, before + 2);
	/* Within the one before. */
	jobs_race(&jobs, must_find(SET(LOCK)), 0, true);
	must_find(SET(LOCK, 0));
	jobs_race(&jobs, must_find(SET(LOCK)), 0, true);
	assert_int_equal(jobs.jobs, before + 3);
	for (unsigned i = 0; i < jobs.jobs; i++) {
		assert_true(jobs_left(&jobs));
		jobs_end(&jobs, i, true, 0);
	}
	assert_false(jobs_left(&jobs));
}

static void what_was_not_met_does_not_matter(void **state)
{
	unsigned both;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	jobs_run(&jobs, both);
	/* There are atomics, and nothing else. */
	jobs_end(&jobs, both, true, ATOMIC);
	assert_int_equal(jobs.job[must_find(SET(LOCK))].state, JOB_SETTLED);
	assert_int_equal(jobs.job[must_find(SET(ATOMIC))].state, JOB_PENDING);
	assert_false(jobs_verified(&jobs));
	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	jobs_run(&jobs, both);
	jobs_end(&jobs, both, true, 0);
	assert_true(jobs_verified(&jobs));
}

/* All that {} has met are `met`, and the maximal job takes too long. */
static void begin_too_large(uint32_t met)
{
	unsigned m, none;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	m = (unsigned)jobs.maximal;
	none = must_find(SET(0));
	jobs_run(&jobs, m);
	jobs_progress(&jobs, m, JOBS_THRESHOLD, 0, 1e9);
	assert_int_equal(jobs_better(&jobs, m, 1), none);
	jobs_suspend(&jobs, m);
	jobs_run(&jobs, none);
	jobs_end(&jobs, none, true, met);
}

static void what_would_take_as_long_waits(void **state)
{
	const uint32_t all = LOCK | UNLOCK | ATOMIC;
	unsigned lock;

	/* Atomics are all there is, but for joins: {atomic} is no smaller. */
	begin_too_large(ATOMIC | THREAD);
	assert_int_equal(jobs_pick(&jobs, 1, true), JOBS_NONE);
	jobs_run(&jobs, (unsigned)jobs.maximal);
	assert_int_equal(
		jobs_better(&jobs, (unsigned)jobs.maximal, 1), jobs.maximal);
	/* A racing access of the maximal job makes it smaller. */
	jobs_suspend(&jobs, (unsigned)jobs.maximal);
	jobs_race(&jobs, (unsigned)jobs.maximal, 7, true);
	assert_int_equal(jobs_pick(&jobs, 1, true), must_find(SET(ATOMIC)));
	/* And what somebody meets later on counts. */
	begin_too_large(ATOMIC);
	lock = must_find(SET(LOCK | UNLOCK | RWLOCK));
	jobs.job[lock].state = JOB_RUNNING;
	jobs_end(&jobs, lock, true, ATOMIC | 1u << CLASS_time);
	assert_int_equal(jobs_pick(&jobs, 1, true), must_find(SET(ATOMIC)));
	/* With locks there are smaller ones, as long as anybody knows. */
	begin_too_large(all | THREAD);
	for (unsigned i; (i = (unsigned)jobs_pick(&jobs, 1, true)) !=
			 (unsigned)JOBS_NONE;) {
		assert_true((jobs.job[i].set.classes & all) != all);
		jobs_run(&jobs, i);
	}
	assert_int_equal(
		jobs.job[must_find(SET(LOCK | UNLOCK | RWLOCK | ATOMIC))].state,
		JOB_PENDING);
}

static void an_unmet_class_hides_no_racing_point(void **state)
{
	unsigned both;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	jobs_run(&jobs, both);
	jobs_race(&jobs, both, 0, true);
	jobs_end(&jobs, both, true, 0);
	assert_false(jobs_verified(&jobs));
}

static void who_was_cut_settles_nobody(void **state)
{
	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	jobs_run(&jobs, (unsigned)jobs.maximal);
	jobs_end(&jobs, (unsigned)jobs.maximal, false, 0);
	assert_false(jobs_verified(&jobs));
	assert_int_equal(jobs.job[must_find(SET(0))].state, JOB_PENDING);
	assert_false(jobs_proven(&jobs, (unsigned)jobs.maximal));
}

static void supersets_of_a_bug_come_last(void **state)
{
	unsigned lock, unlock;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	jobs_run(&jobs, (unsigned)jobs.maximal);
	jobs_end(&jobs, (unsigned)jobs.maximal, false, 0);
	lock = must_find(SET(LOCK));
	unlock = must_find(SET(UNLOCK));
	jobs_run(&jobs, lock);
	jobs_race(&jobs, unlock, 5, true);
	jobs_bug(&jobs, lock);
	jobs_race(&jobs, lock, 4, true);
	assert_int_equal(
		jobs.job[must_find(SET(LOCK, 4))].priority, PRIORITY_LAST);
	assert_int_equal(
		jobs.job[must_find(SET(LOCK | UNLOCK | RWLOCK))].priority,
		PRIORITY_LAST);
	assert_int_equal(
		jobs.job[must_find(SET(0, 4))].priority, PRIORITY_BOTH);
	assert_int_equal(
		jobs.job[must_find(SET(UNLOCK, 5))].priority, PRIORITY_BOTH);
	/* They do run, in the end. */
	for (unsigned i = 0; i < jobs.jobs; i++)
		if (i != lock && jobs.job[i].priority != PRIORITY_LAST)
			jobs.job[i].state = JOB_ENDED;
	jobs.job[lock].state = JOB_ENDED;
	assert_int_not_equal(jobs_pick(&jobs, 1, true), JOBS_NONE);
}

static void the_order_of_the_pending(void **state)
{
	unsigned lock;
	int i;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	assert_int_equal(jobs_pick(&jobs, 1, true), jobs.maximal);
	jobs_run(&jobs, (unsigned)jobs.maximal);
	assert_int_equal(jobs_pick(&jobs, 1, true), must_find(SET(0)));
	jobs_run(&jobs, must_find(SET(0)));
	lock = must_find(SET(LOCK));
	jobs_run(&jobs, lock);
	jobs_race(&jobs, lock, 0, false);
	jobs_race(&jobs, lock, 1, true);
	/* Seeds first. */
	assert_int_equal(jobs_pick(&jobs, 1, true), must_find(SET(UNLOCK)));
	for (unsigned s = 0; s < jobs.jobs; s++)
		if (jobs.job[s].state == JOB_PENDING &&
			jobs.job[s].kind == JOB_SEED)
			jobs_run(&jobs, s);
	/* Both orders before one; the smaller of two. */
	i = jobs_pick(&jobs, 1, true);
	assert_int_equal(i, must_find(SET(0, 1)));
	jobs_run(&jobs, (unsigned)i);
	i = jobs_pick(&jobs, 1, true);
	assert_int_equal(i, must_find(SET(LOCK, 1)));
	jobs_run(&jobs, (unsigned)i);
	i = jobs_pick(&jobs, 1, true);
	assert_int_equal(i, must_find(SET(0, 0)));
	/* The other one was seen in both orders now. */
	jobs_run(&jobs, (unsigned)i);
	assert_int_equal(
		jobs.job[must_find(SET(LOCK, 0))].priority, PRIORITY_SINGLE);
	jobs_race(&jobs, must_find(SET(0, 1)), 0, true);
	assert_int_equal(
		jobs.job[must_find(SET(LOCK, 0))].priority, PRIORITY_BOTH);
}

/* ---- Algorithm 3 */

static void keeps_who_will_finish(void **state)
{
	unsigned lock;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	lock = must_find(SET(LOCK));
	jobs_run(&jobs, lock);
	/* Twice the time that is left: line 1. */
	jobs_progress(&jobs, lock, 1000, 0.1, 20);
	assert_int_equal(jobs_better(&jobs, lock, 10), lock);
	jobs_progress(&jobs, lock, 1000, 0.1, 20.1);
	assert_int_not_equal(jobs_better(&jobs, lock, 10), lock);
	/* Too early to tell. */
	jobs_progress(&jobs, lock, 31, 0.1, 1e9);
	assert_int_equal(jobs_better(&jobs, lock, 10), lock);
	jobs_progress(&jobs, lock, 32, 0.1, 1e9);
	assert_int_not_equal(jobs_better(&jobs, lock, 10), lock);
	/* Nobody knows. */
	jobs_progress(&jobs, lock, 1000, 0, -1);
	assert_int_equal(jobs_better(&jobs, lock, 10), lock);
}

/* Everybody but these is over. */
static void leave_only(int n, const unsigned *which)
{
	for (unsigned i = 0; i < jobs.jobs; i++) {
		bool named = false;

		for (int k = 0; k < n; k++)
			named |= which[k] == i;
		if (!named)
			jobs.job[i].state = JOB_ENDED;
	}
}

static void pending_before_suspended_but_no_superset(void **state)
{
	unsigned lock, both, unlock;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	lock = must_find(SET(LOCK));
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	unlock = must_find(SET(UNLOCK));
	leave_only(3, (unsigned[]){lock, both, unlock});
	jobs_run(&jobs, lock);
	jobs_progress(&jobs, lock, 100, 0.1, 1000);
	/* {lock, unlock} would take longer: {unlock}. */
	assert_int_equal(jobs_better(&jobs, lock, 1), unlock);
	/* If that was suspended for taking longer, lock goes on. */
	jobs_run(&jobs, unlock);
	jobs_progress(&jobs, unlock, 100, 0.1, 2000);
	jobs_suspend(&jobs, unlock);
	assert_int_equal(jobs_better(&jobs, lock, 1), lock);
	/* If it was better, that one. */
	jobs_progress(&jobs, unlock, 100, 0.1, 999);
	assert_int_equal(jobs_better(&jobs, lock, 1), unlock);
	/* Nor is a superset begun of what would make way for it. */
	jobs.job[unlock].state = JOB_ENDED;
	assert_int_equal(jobs_better(&jobs, lock, 1), lock);
	jobs.job[unlock].state = JOB_SUSPENDED;
	/* No superset of what is suspended is begun. */
	jobs.job[lock].state = JOB_ENDED;
	assert_int_equal(jobs_pick(&jobs, 1, false), unlock);
	assert_int_equal(jobs_pick(&jobs, 1, true), JOBS_NONE);
	assert_int_equal(jobs_pick(&jobs, 499.5, true), unlock);
}

/* Of two that are suspended the smaller one's estimate is believed. */
static void an_inversion(void **state)
{
	unsigned lock, both, unlock;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	lock = must_find(SET(LOCK));
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	unlock = must_find(SET(ATOMIC));
	leave_only(3, (unsigned[]){lock, both, unlock});
	jobs.job[lock].state = jobs.job[both].state = JOB_SUSPENDED;
	jobs_progress(&jobs, lock, 100, 0.1, 500);
	jobs_progress(&jobs, both, 100, 0.1, 50);
	jobs_run(&jobs, unlock);
	jobs_progress(&jobs, unlock, 100, 0.1, 1000);
	assert_int_equal(jobs_better(&jobs, unlock, 1), lock);
	jobs.job[unlock].state = JOB_ENDED;
	assert_int_equal(jobs_pick(&jobs, 1, false), lock);
	/* No inversion: the idle one may take the larger set up again. */
	jobs_progress(&jobs, lock, 100, 0.1, 10);
	assert_int_equal(jobs_pick(&jobs, 1, false), lock);
	jobs_run(&jobs, lock);
	assert_int_equal(jobs_pick(&jobs, 1, false), both);
}

/* ---- a simulation: programs with true sizes */

struct truth {
	unsigned races;		/* that there are */
	uint32_t needs[8];	/* classes that must be points to see each */
	unsigned needs_race[8]; /* and the one that must be a point; 8: none */
};

static double size_of(const struct ppset *s)
{
	double n = 1;

	for (uint32_t c = s->classes & ~ALWAYS; c; c &= c - 1)
		n *= 3;
	for (unsigned i = 0; i < s->points; i++)
		n *= 4;
	return n;
}

static bool sees(const struct truth *t, const struct ppset *s, unsigned race)
{
	return (t->needs[race] & ~s->classes) == 0 &&
	       (t->needs_race[race] == 8 || ppset_has(s, t->needs_race[race]));
}

/* The rules that hold whatever the numbers are. */
static void check_choice(int picked, double left)
{
	const struct job *j = &jobs.job[picked];

	assert_true(j->state == JOB_PENDING || j->state == JOB_SUSPENDED);
	if (j->state != JOB_PENDING)
		return;
	for (unsigned i = 0; i < jobs.jobs; i++)
		assert_false(jobs.job[i].state == JOB_SUSPENDED &&
			     ppset_smaller(&jobs.job[i].set, &j->set));
}

/* Runs everything to its end with one worker; returns what it took. */
static double simulate(struct rng *rng, const struct truth *t, double budget)
{
	static double done[JOBS_MAX];
	double used = 0;
	int now = JOBS_NONE;

	memset(done, 0, sizeof done);
	jobs_init(&jobs, LOCK | UNLOCK | ATOMIC, SEEDS_ALL);
	while (used < budget) {
		struct job *j;
		double size, eta;
		int better;

		if (now == JOBS_NONE) {
			now = jobs_pick(&jobs, budget - used, false);
			if (now == JOBS_NONE)
				break;
			check_choice(now, budget - used);
			jobs_run(&jobs, (unsigned)now);
		}
		j = &jobs.job[now];
		size = size_of(&j->set);
		done[now] += 16;
		used += 16;
		for (unsigned r = 0; r < t->races; r++)
			if (sees(t, &j->set, r) && rng_below(rng, 3) == 0 &&
				jobs_race(&jobs, (unsigned)now, r,
					rng_below(rng, 2)) &&
				now == jobs.maximal)
				done[now] = 0;
		size = size_of(&j->set);
		eta = size > done[now] ? size - done[now] : 0;
		eta *= 0.5 + (double)rng_below(rng, 100) / 50;
		jobs_progress(&jobs, (unsigned)now, (uint64_t)done[now],
			done[now] / size, eta);
		if (done[now] >= size) {
			for (unsigned r = 0; r < t->races; r++)
				if (sees(t, &j->set, r))
					jobs_race(
						&jobs, (unsigned)now, r, true);
			size = size_of(&j->set);
			if (done[now] < size) { /* it has grown */
				done[now] = 0;
				continue;
			}
			jobs_end(&jobs, (unsigned)now, true, 0xffffffff);
			now = JOBS_NONE;
			continue;
		}
		better = jobs_better(&jobs, (unsigned)now, budget - used);
		if (better != now) {
			check_choice(better, budget - used);
			jobs_suspend(&jobs, (unsigned)now);
			jobs_run(&jobs, (unsigned)better);
			now = better;
		}
	}
	return used;
}

static void any_program_ends_verified(void **state)
{
	struct rng rng;

	rng_seed(&rng, 42, 0);
	for (int round = 0; round < 300; round++) {
		struct truth t = {.races = rng_below(&rng, 6)};
		bool small = round % 2;

		for (unsigned r = 0; r < t.races; r++) {
			static const uint32_t class[] = {LOCK, UNLOCK, ATOMIC};

			t.needs[r] = rng_below(&rng, 2)
					     ? class[rng_below(&rng, 3)]
					     : 0;
			t.needs_race[r] = r && rng_below(&rng, 2)
						  ? rng_below(&rng, r)
						  : 8;
		}
		simulate(&rng, &t, small ? 500 : 1e12);
		if (small)
			continue;
		assert_true(jobs_verified(&jobs));
		/* The maximal set has every race there is: each is seen with
		 * all classes and those that it needs. */
		assert_int_equal(jobs.job[jobs.maximal].set.points, t.races);
		for (unsigned i = 0; i < jobs.jobs; i++)
			assert_true(jobs.job[i].state == JOB_FINISHED ||
				    jobs.job[i].state == JOB_SETTLED);
	}
}

static void proven_is_what_no_other_contains(void **state)
{
	unsigned lock, none, both;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	none = must_find(SET(0));
	lock = must_find(SET(LOCK));
	both = must_find(SET(LOCK | UNLOCK | RWLOCK));
	jobs_run(&jobs, none);
	jobs_end(&jobs, none, true, 0xffffffff);
	assert_true(jobs_proven(&jobs, none));
	jobs_run(&jobs, lock);
	jobs_end(&jobs, lock, true, 0xffffffff);
	assert_false(jobs_proven(&jobs, none));
	assert_true(jobs_proven(&jobs, lock));
	assert_false(jobs_proven(&jobs, both));
}

static void a_full_table_is_told(void **state)
{
	unsigned lock;

	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	lock = must_find(SET(LOCK));
	for (unsigned i = 0; i < JOBS_MAX; i++)
		jobs_race(&jobs, lock, i, true);
	assert_int_equal(jobs.jobs, JOBS_MAX);
	assert_int_equal(jobs.lost, 9 + 2 * JOBS_MAX - JOBS_MAX);
	assert_int_equal(jobs.job[jobs.maximal].set.points, JOBS_MAX);
}

static void a_full_registry_verifies_nothing(void **state)
{
	jobs_init(&jobs, CLASSES_SYNC, SEEDS_ALL);
	for (unsigned i = 0; i < PPSET_POINTS; i++)
		assert_int_equal(jobs_point(&jobs, 0x1000 + i), i);
	assert_int_equal(jobs_point(&jobs, 0x1000 + 5), 5);
	jobs.job[jobs.maximal].state = JOB_FINISHED;
	assert_true(jobs_verified(&jobs));
	assert_int_equal(jobs_point(&jobs, 1), PPSET_POINTS);
	assert_false(jobs_verified(&jobs));
	assert_false(jobs_race(&jobs, 1, PPSET_POINTS, true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets),
		cmocka_unit_test(seeds),
		cmocka_unit_test(seeds_are_not_repeated),
		cmocka_unit_test(a_pair_makes_four_jobs),
		cmocka_unit_test(both_ways_lead_to_one_job),
		cmocka_unit_test(
			a_smaller_set_than_one_that_exists_is_not_made),
		cmocka_unit_test(small_jobs_do_not_reproduce),
		cmocka_unit_test(the_maximal_job_grows_in_place),
		cmocka_unit_test(a_finished_job_settles_its_subsets),
		cmocka_unit_test(nothing_is_remembered),
		cmocka_unit_test(what_was_not_met_does_not_matter),
		cmocka_unit_test(what_would_take_as_long_waits),
		cmocka_unit_test(an_unmet_class_hides_no_racing_point),
		cmocka_unit_test(who_was_cut_settles_nobody),
		cmocka_unit_test(supersets_of_a_bug_come_last),
		cmocka_unit_test(the_order_of_the_pending),
		cmocka_unit_test(keeps_who_will_finish),
		cmocka_unit_test(pending_before_suspended_but_no_superset),
		cmocka_unit_test(an_inversion),
		cmocka_unit_test(any_program_ends_verified),
		cmocka_unit_test(proven_is_what_no_other_contains),
		cmocka_unit_test(a_full_table_is_told),
		cmocka_unit_test(a_full_registry_verifies_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
