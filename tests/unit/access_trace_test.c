/* SPDX-License-Identifier: MIT */
/* access_trace_test.c - the hash of a trace of accesses, against all
 * linearisations
 *
 * Tiny random programs: each thread is a list of accesses, which overlap, and
 * of operations on two objects.  Every interleaving is made.  What makes two of
 * them one trace is derived here without the module: for each pair of dependent
 * events, compared byte by byte, which came first.
 */
#include "unit.h"

#include <stdlib.h>

#include "base/rng.h"
#include "search/access_trace.h"

enum {
	THREADS = 3,
	LENGTH = 3, /* events of a thread, at most */
	ALL = THREADS * LENGTH,
	TRACES = 2000
};

struct step {
	uint8_t object, kind, write;
	unsigned at, size; /* of memory */
};

static struct step program[THREADS][LENGTH];
static unsigned length[THREADS];

/* What has been seen: the order of dependent pairs, and the hash. */
static struct {
	uint64_t order, hash;
} seen[TRACES];
static unsigned traces, linearisations;
static struct access_trace *trace;

static bool is_add(const struct step *s)
{
	return s->kind == OP_atomic_add || s->kind == OP_atomic_add_release;
}

static bool is_reader(const struct step *s)
{
	return s->kind == OP_rw_rdlock || s->kind == OP_rw_tryrdlock;
}

static bool overlap(const struct step *a, const struct step *b)
{
	for (unsigned i = 0; i < a->size; i++)
		for (unsigned j = 0; j < b->size; j++)
			if (a->at + i == b->at + j)
				return true;
	return false;
}

static bool depend(const struct step *a, const struct step *b)
{
	if (a->object != b->object || (!a->write && !b->write))
		return false;
	if (a->object)
		return !(a->kind == OP_sem_post && b->kind == OP_sem_post) &&
		       !(is_reader(a) && is_reader(b));
	if (is_add(a) && a->kind == b->kind && a->at == b->at &&
		a->size == b->size)
		return false;
	return overlap(a, b);
}

static struct step draw(struct rng *rng)
{
	static const struct step some[] = {
		{0, OP_read, 0, 98, 1},
		{0, OP_read, 0, 96, 8},
		{0, OP_read, 0, 99, 11},
		{0, OP_write, 1, 98, 2},
		{0, OP_write, 1, 96, 4},
		{0, OP_write, 1, 100, 8},
		{0, OP_atomic_add, 1, 96, 4},
		{0, OP_atomic_add, 1, 96, 4},
		{0, OP_atomic_add, 1, 96, 2},
		{0, OP_atomic_add_release, 1, 96, 4},
		{1, OP_sem_post, 1, 0, 0},
		{1, OP_sem_post, 1, 0, 0},
		{1, OP_sem_getvalue, 0, 0, 0},
		{1, OP_sem_wait, 1, 0, 0},
		{2, OP_rw_rdlock, 1, 0, 0},
		{2, OP_rw_tryrdlock, 0, 0, 0},
		{2, OP_rw_trywrlock, 0, 0, 0},
		{2, OP_rw_wrlock, 1, 0, 0},
	};

	return some[rng_below(rng, sizeof some / sizeof some[0])];
}

static void program_draw(struct rng *rng)
{
	for (unsigned t = 0; t < THREADS; t++) {
		length[t] = 1 + rng_below(rng, LENGTH);
		for (unsigned i = 0; i < length[t]; i++)
			program[t][i] = draw(rng);
	}
}

static void add(uint64_t thread, const struct step *s)
{
	struct access_event e = {.thread = thread + 1,
		.what = s->object ? ACCESS_OBJECT : ACCESS_MEMORY,
		.space = 7,
		.place = s->object ? s->object : s->at,
		.size = s->size,
		.kind = s->kind,
		.write = s->write};
	struct access_event operation = {.thread = thread + 1,
		.what = ACCESS_OPERATION,
		.kind = s->kind};

	if (s->object)
		access_trace_add(trace, &operation);
	access_trace_add(trace, &e);
	if (s->object) /* as an operation may tell a part of it twice */
		access_trace_add(trace, &e);
}

/* `made`: the event that came at each moment, thread * LENGTH + number. */
static void judge(const uint8_t *made, unsigned n)
{
	uint64_t order = 0, hash, at[ALL] = {0};
	unsigned bit = 0, i = 0;

	access_trace_begin(trace);
	for (unsigned m = 0; m < n; m++) {
		at[made[m]] = m;
		add(made[m] / LENGTH,
			&program[made[m] / LENGTH][made[m] % LENGTH]);
	}
	assert_false(trace->full);
	hash = access_trace_hash(trace);
	for (unsigned a = 0; a < ALL; a++)
		for (unsigned b = a + 1; b < ALL; b++, bit++) {
			unsigned s = a / LENGTH, t = b / LENGTH;

			if (s != t && a % LENGTH < length[s] &&
				b % LENGTH < length[t] &&
				depend(&program[s][a % LENGTH],
					&program[t][b % LENGTH]) &&
				at[a] < at[b])
				order |= 1ull << bit;
		}
	linearisations++;
	while (i < traces && seen[i].order != order)
		i++;
	if (i == traces) {
		for (unsigned j = 0; j < traces; j++) /* another trace */
			assert_true(seen[j].hash != hash);
		assert_true(traces < TRACES);
		seen[traces].order = order;
		seen[traces++].hash = hash;
		return;
	}
	assert_true(seen[i].hash == hash); /* the same one, in another order */
}

static void interleave(unsigned *next, uint8_t *made, unsigned depth)
{
	bool any = false;

	for (unsigned t = 0; t < THREADS; t++) {
		if (next[t] == length[t])
			continue;
		any = true;
		made[depth] = (uint8_t)(t * LENGTH + next[t]++);
		interleave(next, made, depth + 1);
		next[t]--;
	}
	if (!any)
		judge(made, depth);
}

static int make(void **state)
{
	trace = calloc(1, sizeof *trace);
	return !trace;
}

static int drop(void **state)
{
	free(trace);
	return 0;
}

static void one_hash_for_each_trace(void **state)
{
	unsigned all = 0, classes = 0;
	struct rng rng;

	rng_seed(&rng, 5, 0);
	for (int i = 0; i < 400; i++) {
		unsigned next[THREADS] = {0};
		uint8_t made[ALL];

		program_draw(&rng);
		traces = linearisations = 0;
		interleave(next, made, 0);
		all += linearisations;
		classes += traces;
	}
	/* Far from one trace each, and far from a trace an execution. */
	assert_true(classes > 1000 && all > 10 * classes);
}

static uint64_t hash_of(const struct access_event *e, unsigned n)
{
	access_trace_begin(trace);
	for (unsigned i = 0; i < n; i++)
		access_trace_add(trace, &e[i]);
	return access_trace_hash(trace);
}

/* Without a word of where its thread was interrupted. */
static void parts_are_the_whole(void **state)
{
	const struct access_event whole = {
		.thread = 1, .place = 100, .size = 16, .kind = OP_read};
	const struct access_event part[] = {
		{.thread = 1, .place = 100, .size = 4, .kind = OP_read},
		{.thread = 1, .place = 104, .size = 8, .kind = OP_read},
		{.thread = 1, .place = 112, .size = 4, .kind = OP_read}};

	assert_true(hash_of(&whole, 1) == hash_of(part, 3));
	assert_true(hash_of(&whole, 1) != hash_of(part, 2));
}

/* But what another operation does is something else. */
static void parts_of_an_operation_may_come_twice(void **state)
{
	const struct access_event lock = {.thread = 1,
		.place = 100,
		.what = ACCESS_OBJECT,
		.kind = OP_mutex_lock,
		.write = 1};
	struct access_event e[] = {lock, lock, lock};

	e[0].what = ACCESS_OPERATION;
	assert_true(hash_of(e, 2) == hash_of(e, 3));
	e[1] = e[0];
	assert_true(hash_of(e, 3) != hash_of(e + 1, 2));
	e[0] = lock;
	assert_true(hash_of(e, 3) != hash_of(e, 2));
}

static void who_and_where_are_told_apart(void **state)
{
	const struct access_event a = {
		.thread = 1, .place = 100, .size = 4, .kind = OP_read};
	struct access_event b = a;

	b.thread = 2;
	assert_true(hash_of(&a, 1) != hash_of(&b, 1));
	b = a, b.space = 1;
	assert_true(hash_of(&a, 1) != hash_of(&b, 1));
	b = a, b.write = 1, b.kind = OP_write;
	assert_true(hash_of(&a, 1) != hash_of(&b, 1));
	b = a, b.what = ACCESS_OPERATION, b.kind = OP_choose;
	access_trace_begin(trace);
	access_trace_add(trace, &b);
	b.place++; /* another value */
	assert_true(access_trace_hash(trace) != hash_of(&b, 1));
}

/* Whoever is asked to end ends at the first operation after that. */
static void what_was_asked_before_it_is_told_apart(void **state)
{
	struct access_event e[] = {
		{.thread = 1, .place = 2, .what = ACCESS_ASKS},
		{.thread = 2, .what = ACCESS_OPERATION, .kind = OP_yield},
		{.thread = 1, .place = 2, .what = ACCESS_ASKS}};

	assert_true(hash_of(e, 2) != hash_of(e + 1, 2));
}

/* Nothing commutes where nothing is refined. */
static void unrefined(void **state)
{
	const struct access_event a = {.thread = 1,
		.place = 96,
		.size = 4,
		.write = 1,
		.kind = OP_atomic_add};
	struct access_event e[] = {a, a, a};

	e[1].thread = 2;
	assert_true(hash_of(e, 2) == hash_of(e + 1, 2));
	trace->unrefined = true;
	assert_true(hash_of(e, 2) != hash_of(e + 1, 2));
	trace->unrefined = false;
}

static void what_does_not_fit_is_said(void **state)
{
	struct access_event e = {
		.thread = 1, .size = 8, .write = 1, .kind = OP_write};

	access_trace_begin(trace);
	for (; !trace->full && e.place < 16 * TRACE_WORDS; e.place += 8)
		access_trace_add(trace, &e);
	assert_true(trace->full && e.place > 4 * TRACE_WORDS);
	access_trace_begin(trace);
	assert_false(trace->full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_hash_for_each_trace),
		cmocka_unit_test(parts_are_the_whole),
		cmocka_unit_test(parts_of_an_operation_may_come_twice),
		cmocka_unit_test(who_and_where_are_told_apart),
		cmocka_unit_test(what_was_asked_before_it_is_told_apart),
		cmocka_unit_test(unrefined),
		cmocka_unit_test(what_does_not_fit_is_said),
	};

	return cmocka_run_group_tests(tests, make, drop);
}
