/* SPDX-License-Identifier: MIT */
/* stream_test.c - the race analyses against the closure of all pairs of events
 *
 *   stream_test --programs N --seed S   compares N random sets of executions
 *
 * The executions are events at random, so that everything occurs that a feed
 * can say, whether or not a program could do it: what comes of real schedules
 * is race_test's.  Three executions share a table.  The first difference ends
 * it with `FAILED: ` and the seed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "closure.h"

enum {
	OBJECTS = 3,
	ROWS = 512,
	BYTES = 1 << 18,
};

struct table {
	struct race race[ROWS];
	uint32_t races, slot[2 * ROWS];
	struct candidates candidates;
};

static struct rng rng;
static struct table pure_table, limited_table;
static _Alignas(16) unsigned char memory[3][BYTES];
static struct pure pure;
static struct limited limited;
static struct locksets locks;
static struct story story;
static struct naive by_pure, by_limited;
static uint64_t seen[8]; /* what occurred, for the last line */

static uint32_t draw(uint32_t n)
{
	return rng_below(&rng, n);
}

static struct act_of *event(uint8_t act, tid t)
{
	struct act_of *e = &story.event[story.events++];

	*e = (struct act_of){.act = act, .thread = t, .other = TID_NONE};
	return e;
}

/* Mostly an instruction does one thing, to few places. */
static void access(tid t)
{
	static const uint8_t sizes[] = {1, 4, 8, 3, 13};
	struct race_access *a = &event(ACT_ACCESS, t)->access;
	uint32_t pc = draw(5), place = draw(2);

	a->thread = t;
	a->pc = 10 + pc;
	a->address = 0x1000 + 8 * place;
	a->size = sizes[(pc + place) % 5];
	a->kind = (uint8_t)(pc % 4);
	if (draw(3) == 0) {
		a->address = 0x1000 + draw(20);
		a->size = sizes[draw(5)];
		a->kind = (uint8_t)draw(4);
	}
	if (draw(12) == 0)
		a->kind = RACE_WRITE | RACE_FREE;
	a->block = draw(3) ? 0 : 1 + draw(2);
	a->phase = draw(3) ? RACE_ORDINARY : (uint8_t)draw(3);
}

static void synchronise(tid t, tid threads)
{
	static const uint8_t acts[] = {ACT_ACQUIRE, ACT_ACQUIRE, ACT_RELEASE,
		ACT_RELEASE, ACT_PUBLISH, ACT_FORGET, ACT_PASS};
	struct act_of *e = event(acts[draw(sizeof acts)], t);

	e->object = 100 + draw(OBJECTS);
	if (e->act == ACT_PASS)
		e->other = (tid)draw(threads);
	event(ACT_OPERATION, t)->object = draw(4) ? 100 + draw(OBJECTS) : 0;
}

static void lock(tid t)
{
	bool take = draw(2) == 0;
	struct act_of *e = event(take ? ACT_LOCK : ACT_UNLOCK, t);

	e->type = (uint8_t)draw(2);
	e->object = 100 + draw(2);
	e->shared = take && draw(3) == 0;
}

/* Who is enabled now, and for what the others wait. */
static void point(tid threads)
{
	struct pending *p = story.pending[story.points];

	memset(p, 0, sizeof story.pending[0]);
	for (tid t = 0; t < threads; t++) {
		p[t].live = 1;
		p[t].offers = draw(3) > 0;
		p[t].object = draw(5) ? 100 + draw(OBJECTS) : 0;
		if (draw(4) == 0) {
			p[t].object = 0x1000 + draw(20);
			p[t].size = 4;
		}
	}
	event(ACT_POINT, 0)->point = story.points++;
}

/* One that is enabled; if there is none, the first one is. */
static tid mover(tid threads)
{
	struct pending *p = story.pending[story.points - 1];
	tid t = (tid)draw(threads);

	for (tid i = 0; i < threads; i++, t = (tid)((t + 1) % threads))
		if (p[t].offers)
			return t;
	p[t].offers = 1;
	return t;
}

static void tell(uint64_t number)
{
	tid threads = (tid)(1 + draw(3));
	unsigned steps = 1 + draw(8);

	memset(&story, 0, offsetof(struct story, pending));
	story.points = 0;
	story.execution = number;
	for (tid t = 0; t < threads; t++)
		event(ACT_START, t);
	if (draw(3) == 0)
		access(0);
	for (unsigned i = 0; i < steps; i++) {
		tid t;

		point(threads);
		t = mover(threads);
		for (unsigned j = draw(5); j > 0; j--) {
			uint32_t what = draw(20);

			if (what == 0 && threads < CLOSURE_THREADS) {
				event(ACT_START, threads)->other = t;
				if (draw(2))
					access(threads);
				threads++;
			} else if (what < 5) {
				synchronise(t, threads);
			} else if (what < 9) {
				lock(t);
			} else {
				access(t);
			}
		}
	}
	point(threads);
}

static void begin(struct table *t)
{
	t->races = 0;
	candidates_init(
		&t->candidates, t->race, &t->races, ROWS, t->slot, 2 * ROWS);
}

static void compare(const struct naive *n, const struct table *t,
	const char *which, uint64_t seed, uint64_t program)
{
	const char *what = naive_differ(n, &t->candidates);

	if (what) {
		printf("FAILED: %s: %s (seed %llu, program %llu)\n", which,
			what, (unsigned long long)seed,
			(unsigned long long)program);
		exit(1);
	}
}

static void count(const struct table *t)
{
	for (uint32_t i = 0; i < t->races; i++) {
		const struct race *r = &t->race[i];

		seen[0]++;
		seen[1] += r->orders == RACE_BOTH_ORDERS;
		seen[2] += race_suppressed(r);
		seen[3] += race_held(r);
		seen[4] += race_late(r);
	}
}

static void check(uint64_t seed, uint64_t program)
{
	rng_seed(&rng, seed, program);
	begin(&pure_table);
	begin(&limited_table);
	memset(&by_pure, 0, sizeof by_pure);
	memset(&by_limited, 0, sizeof by_limited);
	for (uint64_t i = 1; i <= 3; i++) {
		tell(i);
		story_to_pure(&story, &pure);
		story_to_limited(&story, &limited);
		naive_pure(&by_pure, &story);
		naive_limited(&by_limited, &story);
		if (pure.full || pure.past.full || limited.past.full ||
			locks.full) {
			puts("FAILED: too little memory");
			exit(1);
		}
		compare(&by_pure, &pure_table, "pure", seed, program);
		compare(&by_limited, &limited_table, "limited", seed, program);
	}
	count(&pure_table);
	count(&limited_table);
}

int main(int argc, char **argv)
{
	uint64_t programs = 2000, seed = 1;

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--programs") == 0)
			programs = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
	}
	/* Rubbish, as an earlier use of the memory leaves it. */
	memset(memory, 0x55, sizeof memory);
	if (!pure_init(&pure, memory[0], BYTES, CLOSURE_THREADS, OBJECTS,
		    &pure_table.candidates) ||
		!locksets_init(&locks, memory[2], BYTES, 4000) ||
		!limited_init(&limited, memory[1], BYTES, CLOSURE_THREADS,
			&locks, &limited_table.candidates)) {
		puts("FAILED: no memory");
		return 1;
	}
	for (uint64_t i = 0; i < programs; i++)
		check(seed, i);
	printf("%llu programs: %llu candidates, %llu in both orders, %llu "
	       "suppressed, %llu held, %llu late\n",
		(unsigned long long)programs, (unsigned long long)seen[0],
		(unsigned long long)seen[1], (unsigned long long)seen[2],
		(unsigned long long)seen[3], (unsigned long long)seen[4]);
	return seen[1] && seen[2] && seen[3] && seen[4] ? 0 : 1;
}
