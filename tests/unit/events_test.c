/* SPDX-License-Identifier: MIT */
/* events_test.c - the hash of a trace, against all linearisations
 *
 * Tiny random programs: each thread is a list of transitions with a few
 * accesses.  Every interleaving is made.  What makes two of them one trace is
 * derived here without the module: for each pair of dependent transitions (by
 * variables, compared one by one), which came first.
 */
#include "unit.h"

#include "base/rng.h"
#include "search/events.h"

enum {
	THREADS = 3,
	LENGTH = 3, /* transitions of a thread, at most */
	VARIABLES = 4,
	ACCESSES = 3,
	ALL = THREADS * LENGTH,
	TRACES = 2000
};

struct step {
	unsigned accesses;
	struct {
		uint8_t variable, write, post; /* post: commutes with posts */
	} access[ACCESSES];
};

static struct step program[THREADS][LENGTH];
static unsigned length[THREADS];

/* What has been seen: the order of dependent pairs, and the hash. */
static struct {
	uint64_t order[2], hash;
} seen[TRACES];
static unsigned traces, linearisations;
static struct events events;
static char room[1 << 16];

static bool depend(const struct step *a, const struct step *b)
{
	for (unsigned i = 0; i < a->accesses; i++)
		for (unsigned j = 0; j < b->accesses; j++)
			if (a->access[i].variable == b->access[j].variable &&
				(a->access[i].write || b->access[j].write) &&
				!(a->access[i].post && b->access[j].post))
				return true;
	return false;
}

static void program_draw(struct rng *rng)
{
	for (unsigned t = 0; t < THREADS; t++) {
		length[t] = 1 + rng_below(rng, LENGTH);
		for (unsigned i = 0; i < length[t]; i++) {
			struct step *s = &program[t][i];

			s->accesses = rng_below(rng, ACCESSES + 1);
			for (unsigned a = 0; a < s->accesses; a++) {
				s->access[a].variable =
					(uint8_t)rng_below(rng, VARIABLES);
				s->access[a].write = rng_below(rng, 2) == 0;
				/* Variable 0 is a semaphore: posted or looked
				 * at. */
				s->access[a].post =
					s->access[a].variable == 0 &&
					s->access[a].write;
			}
		}
	}
}

static void add(unsigned t, unsigned i)
{
	const struct step *s = &program[t][i];
	struct access access[ACCESSES];
	struct transition done = {.choice.thread = (tid)t,
		.pc = i,
		.access = access,
		.accesses = s->accesses};

	for (unsigned a = 0; a < s->accesses; a++) {
		uint8_t v = s->access[a].variable, w = s->access[a].write;

		access[a] =
			v == 0 ? (struct access){99, 0, w,
					 w ? OP_sem_post : OP_sem_getvalue, 0}
			       : (struct access){100u + 8u * v, 8, w,
					 w ? OP_write : OP_read, 0};
	}
	events_add(&events, &done, 5);
}

static void judge(const uint8_t *at)
{
	uint64_t order[2] = {0}, hash = events_hash(&events);
	unsigned bit = 0, i = 0;

	for (unsigned a = 0; a < ALL; a++)
		for (unsigned b = a + 1; b < ALL; b++, bit++) {
			unsigned s = a / LENGTH, t = b / LENGTH;

			if (s != t && a % LENGTH < length[s] &&
				b % LENGTH < length[t] &&
				depend(&program[s][a % LENGTH],
					&program[t][b % LENGTH]) &&
				at[a] < at[b])
				order[bit / 64] |= 1ull << bit % 64;
		}
	linearisations++;
	while (i < traces && memcmp(seen[i].order, order, sizeof order) != 0)
		i++;
	if (i == traces) {
		for (unsigned j = 0; j < traces; j++) /* another trace */
			assert_true(seen[j].hash != hash);
		assert_true(traces < TRACES);
		memcpy(seen[traces].order, order, sizeof order);
		seen[traces++].hash = hash;
		return;
	}
	assert_true(seen[i].hash == hash); /* the same one, in another order */
}

/* Every interleaving; events are cut back to where it branches. */
static void interleave(unsigned *next, uint8_t *at, unsigned depth)
{
	bool any = false;

	for (unsigned t = 0; t < THREADS; t++) {
		if (next[t] == length[t])
			continue;
		any = true;
		events_cut(&events, depth);
		add(t, next[t]);
		at[t * LENGTH + next[t]] = (uint8_t)depth;
		next[t]++;
		interleave(next, at, depth + 1);
		next[t]--;
	}
	if (!any)
		judge(at);
}

static void one_hash_for_each_trace(void **state)
{
	unsigned all = 0, classes = 0;
	struct rng rng;

	rng_seed(&rng, 3, 0);
	events_init(&events, room, sizeof room);
	for (int i = 0; i < 300; i++) {
		unsigned next[THREADS] = {0};
		uint8_t at[ALL] = {0};

		program_draw(&rng);
		traces = linearisations = 0;
		interleave(next, at, 0);
		assert_false(events.full);
		all += linearisations;
		classes += traces;
	}
	/* Far from one trace each, and far from a trace an execution. */
	assert_true(classes > 1000 && all > 10 * classes);
}

static void one(tid thread, uint64_t address, bool write, uint64_t salt)
{
	struct access a = {address, 4, write, write ? OP_write : OP_read, 0};
	struct transition done = {
		.choice.thread = thread, .access = &a, .accesses = 1};

	events_add(&events, &done, salt);
}

static uint64_t two(tid first, uint64_t address, uint64_t salt)
{
	events_cut(&events, 0);
	one(first, 64, true, 0);
	one((tid)(3 - first), address, true, salt);
	return events_hash(&events);
}

static void dependent_order_is_told_apart(void **state)
{
	events_init(&events, room, sizeof room);
	assert_true(two(1, 64, 0) != two(2, 64, 0));
}

static void what_was_touched_is_told_apart(void **state)
{
	events_init(&events, room, sizeof room);
	assert_true(two(1, 128, 0) != two(1, 129, 0));
	assert_true(two(1, 128, 0) != two(1, 128, 1));
	assert_true(two(1, 128, 0) == two(1, 128, 0));
}

static void what_does_not_fit_is_said(void **state)
{
	events_init(&events, room, 1024);
	while (!events.full)
		one(1, 64, true, 0);
	events_cut(&events, 1);
	assert_false(events.full);
	assert_int_equal(events.count, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_hash_for_each_trace),
		cmocka_unit_test(dependent_order_is_told_apart),
		cmocka_unit_test(what_was_touched_is_told_apart),
		cmocka_unit_test(what_does_not_fit_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
