/* SPDX-License-Identifier: MIT */
/* jobs.c - the table of jobs: seeds, new ones, and what becomes of each */
#include "quicksand/jobs.h"

#include <assert.h>
#include <string.h>

const char *const job_state_name[JOB_STATES] = {"pending", "running",
	"suspended", "finished", "settled", "ended", "given up"};

#define BIT(class) (1u << CLASS_##class)

static bool alive(const struct job *j)
{
	return j->state == JOB_PENDING || j->state == JOB_RUNNING ||
	       j->state == JOB_SUSPENDED;
}

/* JOBS_NONE: no room. */
static int add(struct jobs *jobs, const struct ppset *set, enum job_kind kind,
	enum job_priority priority)
{
	struct job *j = &jobs->job[jobs->jobs];

	if (jobs->jobs == JOBS_MAX) {
		jobs->lost++;
		return JOBS_NONE;
	}
	*j = (struct job){.set = *set,
		.kind = (uint8_t)kind,
		.priority = (uint8_t)priority,
		.by = JOBS_NONE,
		.reporter = JOBS_NONE,
		.eta = -1};
	return (int)jobs->jobs++;
}

/* One with this very set, which is not the maximal one: that will not keep it.
 */
static int equal_to(const struct jobs *jobs, const struct ppset *set)
{
	for (unsigned i = 0; i < jobs->jobs; i++)
		if ((int)i != jobs->maximal &&
			ppset_equal(&jobs->job[i].set, set))
			return (int)i;
	return JOBS_NONE;
}

static void seed(struct jobs *jobs, uint32_t classes)
{
	struct ppset set = {.classes = (classes & jobs->classes) | BIT(always)};

	if (equal_to(jobs, &set) == JOBS_NONE)
		add(jobs, &set, JOB_SEED,
			classes ? PRIORITY_SEED : PRIORITY_FIRST);
}

void jobs_init(struct jobs *jobs, uint32_t classes, enum jobs_seeds seeds)
{
	const uint32_t both = BIT(lock) | BIT(unlock) | BIT(rwlock);
	struct ppset all = {.classes = classes | BIT(always)};

	memset(jobs, 0, sizeof *jobs);
	jobs->classes = all.classes;
	jobs->maximal = add(jobs, &all, JOB_MAXIMAL, PRIORITY_FIRST);
	if (seeds == SEEDS_MAXIMAL)
		return;
	seed(jobs, 0);
	seed(jobs, BIT(lock));
	seed(jobs, BIT(unlock));
	seed(jobs, both);
	seed(jobs, BIT(atomic));
	seed(jobs, BIT(atomic) | BIT(lock));
	seed(jobs, BIT(atomic) | BIT(unlock));
	seed(jobs, BIT(atomic) | both);
}

unsigned jobs_point(struct jobs *jobs, uint64_t pc)
{
	for (unsigned i = 0; i < jobs->points; i++)
		if (jobs->point[i] == pc)
			return i;
	if (jobs->points == PPSET_POINTS) {
		jobs->points_lost++;
		return PPSET_POINTS;
	}
	jobs->point[jobs->points] = pc;
	return jobs->points++;
}

/* A job with the bug of a smaller one would find that again, most likely. */
static bool has_bug_below(const struct jobs *jobs, const struct ppset *set)
{
	for (unsigned i = 0; i < jobs->jobs; i++)
		if (jobs->job[i].bug && ppset_within(&jobs->job[i].set, set))
			return true;
	return false;
}

/* Somebody has explored all of it, or is to. */
static bool covered(const struct jobs *jobs, const struct ppset *set)
{
	if (jobs->forgets)
		return equal_to(jobs, set) != JOBS_NONE;
	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *j = &jobs->job[i];
		bool counts =
			(int)i != jobs->maximal || j->state == JOB_FINISHED;

		if (counts && j->kind != JOB_SMALL &&
			ppset_within(set, &j->set))
			return true;
	}
	return false;
}

static void add_for_race(struct jobs *jobs, unsigned by,
	const struct ppset *set, enum job_kind kind, enum job_priority priority)
{
	int i;

	if (has_bug_below(jobs, set))
		priority = PRIORITY_LAST;
	i = add(jobs, set, kind, priority);
	if (i != JOBS_NONE)
		jobs->job[i].reporter = (int16_t)by;
}

bool jobs_grow(struct jobs *jobs, unsigned point)
{
	struct job *j = &jobs->job[jobs->maximal];

	if (point >= PPSET_POINTS || ppset_has(&j->set, point))
		return false;
	ppset_add(&j->set, point);
	j->grown++;
	j->by = JOBS_NONE;
	j->eta = -1;
	if (j->state == JOB_FINISHED || j->state == JOB_SETTLED)
		j->state = JOB_PENDING;
	return true;
}

/* What is pending because of this race is more urgent now. */
static void raise(struct jobs *jobs, unsigned point)
{
	for (unsigned i = 0; i < jobs->jobs; i++) {
		struct job *j = &jobs->job[i];

		if (j->state == JOB_PENDING && j->priority == PRIORITY_SINGLE &&
			ppset_has(&j->set, point))
			j->priority = PRIORITY_BOTH;
	}
}

bool jobs_race(struct jobs *jobs, unsigned by, unsigned point, bool both)
{
	const struct job *reporter = &jobs->job[by];
	enum job_priority priority = both ? PRIORITY_BOTH : PRIORITY_SINGLE;
	struct ppset set = reporter->set;
	bool grew;

	assert(by < jobs->jobs);
	if (point >= PPSET_POINTS)
		return false;
	grew = jobs_grow(jobs, point);
	if (both)
		raise(jobs, point);
	if (jobs->jobs == 1 || (int)by == jobs->maximal ||
		ppset_has(&reporter->set, point))
		return grew;
	if (reporter->kind == JOB_SMALL)
		return grew;
	ppset_add(&set, point);
	if (!covered(jobs, &set))
		add_for_race(jobs, by, &set, JOB_BIG, priority);
	set = (struct ppset){.classes = BIT(always)};
	ppset_add(&set, point);
	if (equal_to(jobs, &set) == JOBS_NONE)
		add_for_race(jobs, by, &set, JOB_SMALL, priority);
	return grew;
}

void jobs_run(struct jobs *jobs, unsigned job)
{
	assert(alive(&jobs->job[job]));
	jobs->job[job].state = JOB_RUNNING;
}

void jobs_suspend(struct jobs *jobs, unsigned job)
{
	assert(jobs->job[job].state == JOB_RUNNING);
	jobs->job[job].state = JOB_SUSPENDED;
}

void jobs_progress(struct jobs *jobs, unsigned job, uint64_t executions,
	double fraction, double eta)
{
	struct job *j = &jobs->job[job];

	j->executions = executions;
	j->fraction = fraction;
	j->eta = eta;
}

/* Whoever has no point but those of `job`, and of classes that it would not
 * have noticed. */
static void settle(struct jobs *jobs, unsigned job, uint32_t skipped)
{
	struct ppset all = jobs->job[job].set;

	jobs->without |= jobs->classes & ~all.classes;
	all.classes |= jobs->classes & ~skipped;
	if (jobs->forgets)
		return;
	for (unsigned i = 0; i < jobs->jobs; i++) {
		struct job *j = &jobs->job[i];

		if (i == job || !alive(j) || !ppset_within(&j->set, &all))
			continue;
		j->state = JOB_SETTLED;
		j->by = (int16_t)job;
	}
}

void jobs_end(struct jobs *jobs, unsigned job, bool exhausted, uint32_t skipped)
{
	struct job *j = &jobs->job[job];

	if (!alive(j))
		return;
	j->state = exhausted ? JOB_FINISHED : JOB_ENDED;
	jobs->met |= skipped;
	if (!exhausted)
		return;
	j->fraction = 1;
	j->eta = 0;
	settle(jobs, job, skipped);
}

void jobs_give_up(struct jobs *jobs, unsigned job)
{
	if (alive(&jobs->job[job]))
		jobs->job[job].state = JOB_GIVEN_UP;
}

void jobs_again(struct jobs *jobs, unsigned job)
{
	struct job *j = &jobs->job[job];

	if (!alive(j))
		return;
	j->state = JOB_PENDING;
	j->eta = -1;
	j->executions = 0;
	j->fraction = 0;
}

void jobs_bug(struct jobs *jobs, unsigned job)
{
	struct job *found = &jobs->job[job];

	found->bug = 1;
	for (unsigned i = 0; i < jobs->jobs; i++) {
		struct job *j = &jobs->job[i];

		if (i != job && alive(j) && ppset_within(&found->set, &j->set))
			j->priority = PRIORITY_LAST;
	}
}

bool jobs_verified(const struct jobs *jobs)
{
	const struct job *j = &jobs->job[jobs->maximal];

	return !jobs->points_lost &&
	       (j->state == JOB_FINISHED || j->state == JOB_SETTLED);
}

bool jobs_left(const struct jobs *jobs)
{
	for (unsigned i = 0; i < jobs->jobs; i++)
		if (alive(&jobs->job[i]))
			return true;
	return false;
}

bool jobs_proven(const struct jobs *jobs, unsigned job)
{
	const struct job *j = &jobs->job[job];

	if (j->state != JOB_FINISHED || j->bug)
		return false;
	for (unsigned i = 0; i < jobs->jobs; i++) {
		const struct job *other = &jobs->job[i];

		if (i == job || other->state != JOB_FINISHED || other->bug)
			continue;
		if (ppset_smaller(&j->set, &other->set) ||
			(i < job && ppset_equal(&j->set, &other->set)))
			return false;
	}
	return true;
}
