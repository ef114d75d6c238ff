/* SPDX-License-Identifier: MIT */
/* held_test.c - races that are held back, and who lets go of them
 *
 * The command's side of iterative deepening, with channels of processes that
 * there are not.
 */
#include "unit.h"

#include <sys/mman.h>

#include "cli/plan/deepen.h"
#include "cli/show/outlook.h"

enum {
	PROCESSES = 3,
	EARLIER = 0x1000, /* instructions */
	LATER = 0x2000
};

static struct deepen deepen;
static struct process process[PROCESSES];
static struct crew crew;

/* ---- the rest of the command */

struct outlook outlook_of(const struct channel *c)
{
	(void)c;
	return (struct outlook){0};
}

bool outlook_sized(struct outlook *o, const struct channel *c,
	const struct sized *size, uint64_t made)
{
	(void)o, (void)c, (void)size, (void)made;
	return false;
}

void sampler_hear(struct deepen *d, const struct channel *c)
{
	(void)d, (void)c;
}

void deepen_trim(struct deepen *d, struct process *p)
{
	(void)d, (void)p;
}

/* ---- what the processes have seen */

static int find(uint8_t kind)
{
	for (unsigned i = 0; i < deepen.jobs.jobs; i++)
		if (deepen.jobs.job[i].kind == kind)
			return (int)i;
	return JOBS_NONE;
}

/* One is the maximal job's, one the first seed's, and one a sampler's. */
static int begin(void **state)
{
	(void)state;
	memset(&deepen, 0, sizeof deepen);
	jobs_init(&deepen.jobs, CLASSES_SYNC, SEEDS_ALL);
	candidates_init(&deepen.known, deepen.race, &deepen.races, RACES_MAX,
		deepen.slot, sizeof deepen.slot / sizeof deepen.slot[0]);
	crew = (struct crew){.process = process, .size = PROCESSES};
	for (unsigned i = 0; i < PROCESSES; i++) {
		process[i].channel = mmap(NULL, sizeof(struct channel),
			PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (process[i].channel == MAP_FAILED)
			return -1;
		process[i].channel->config.points_racing = POINTS_RACING;
	}
	deepen.worker[0].job = deepen.jobs.maximal;
	deepen.worker[1].job = find(JOB_SEED);
	deepen.worker[2].job = WORKER_SAMPLER;
	return 0;
}

static int end(void **state)
{
	(void)state;
	for (unsigned i = 0; i < PROCESSES; i++)
		munmap(process[i].channel, sizeof(struct channel));
	return 0;
}

static void sees(unsigned i, uint8_t orders, uint8_t seen)
{
	struct channel *c = process[i].channel;

	c->candidate[0] =
		(struct race){.one = {.pc = EARLIER, .kind = RACE_WRITE},
			.two = {.pc = LATER, .kind = RACE_READ},
			.count = 1,
			.execution = 1,
			.execution_last = 1,
			.seen = seen,
			.orders = orders};
	c->races = 1;
	deepen_hear_races(&deepen, c, &deepen.worker[i]);
	deepen_hear_again(&deepen, &crew);
}

/* A job made of that instruction alone, for what {} has reported. */
static bool is_job(uint64_t pc)
{
	for (unsigned i = 0; i < deepen.jobs.jobs; i++) {
		const struct job *j = &deepen.jobs.job[i];

		if (j->kind == JOB_BIG && j->reporter == find(JOB_SEED) &&
			j->set.points == 1 &&
			ppset_has(&j->set, jobs_point(&deepen.jobs, pc)))
			return true;
	}
	return false;
}

static unsigned maximal_points(void)
{
	return deepen.jobs.job[deepen.jobs.maximal].set.points;
}

static void what_is_held_makes_no_job(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	assert_int_equal(find(JOB_BIG), JOBS_NONE);
	assert_int_equal(find(JOB_SMALL), JOBS_NONE);
	assert_int_equal(maximal_points(), 2);
}

static void an_ordinary_one_makes_that_of_the_earlier_side(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP | RACE_SEEN_PLAIN);
	assert_true(is_job(EARLIER));
	assert_false(is_job(LATER));
}

/* The sampler makes none for it: that is the seed's, which is over. */
static void who_sees_the_other_order_lets_go(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	deepen.worker[1].over = true;
	sees(2, RACE_TWO_FIRST, RACE_SEEN_SETUP);
	assert_true(is_job(EARLIER));
	assert_false(is_job(LATER));
}

static void who_comes_later_holds_nothing_back(void **state)
{
	(void)state;
	sees(2, RACE_BOTH_ORDERS, RACE_SEEN_SETUP);
	assert_int_equal(find(JOB_BIG), JOBS_NONE);
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	assert_true(is_job(EARLIER));
}

static void who_sees_it_elsewhere_lets_go(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	sees(0, RACE_ONE_FIRST, RACE_SEEN_PLAIN);
	assert_true(is_job(EARLIER));
}

static void the_same_order_lets_go_of_nothing(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	sees(2, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	sees(0, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	assert_int_equal(find(JOB_BIG), JOBS_NONE);
}

/* What a test process writes there may be anything. */
static void what_is_no_row_lets_go_of_nothing(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	sees(2, 0xff, 0xff);
	assert_int_equal(find(JOB_BIG), JOBS_NONE);
}

/* The maximal job, which has both instructions as points, comes to its end with
 * so many of them. */
static enum job_state ends_with(uint32_t points)
{
	static const uint64_t pc[] = {EARLIER, LATER};
	struct job *j = &deepen.jobs.job[deepen.jobs.maximal];
	struct channel *c = process[0].channel;

	j->state = JOB_RUNNING;
	for (uint32_t i = 0; i < points; i++)
		c->point[i] = (struct point){.pc = pc[i], .access = POINT_READ};
	c->points = points;
	c->over = c->exhausted = 1;
	deepen.worker[0].over = false;
	deepen_hear(&deepen, &crew, 0);
	return j->state;
}

static void the_maximal_job_proves_with_all_points(void **state)
{
	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	assert_int_equal(ends_with(2), JOB_FINISHED);
}

/* It is done once more; and if it has them not then either, it is no proof. */
static void without_one_it_is_done_again_and_proves_nothing(void **state)
{
	enum job_state first;

	(void)state;
	sees(1, RACE_ONE_FIRST, RACE_SEEN_SETUP);
	first = ends_with(1);
	assert_true(first != JOB_FINISHED && first != JOB_ENDED);
	assert_int_equal(ends_with(1), JOB_ENDED);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(what_is_held_makes_no_job),
		CASE(an_ordinary_one_makes_that_of_the_earlier_side),
		CASE(who_sees_the_other_order_lets_go),
		CASE(who_comes_later_holds_nothing_back),
		CASE(who_sees_it_elsewhere_lets_go),
		CASE(the_same_order_lets_go_of_nothing),
		CASE(what_is_no_row_lets_go_of_nothing),
		CASE(the_maximal_job_proves_with_all_points),
		CASE(without_one_it_is_done_again_and_proves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
