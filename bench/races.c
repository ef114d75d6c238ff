/* SPDX-License-Identifier: MIT */
/* races.c - what the race analyses of src/detect cost an access or operation
 *
 *   bench_races        one line for each: ns, median of 11 runs, smallest,
 * largest
 *
 * `private` is one thread with its own data, two instructions a word; `shared`
 * is four threads that read the same words with four instructions each, so that
 * a new access is compared with sixteen earlier ones; `locked` writes under a
 * lock that each of four threads takes for 16 accesses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "detect/limited.h"
#include "detect/pure.h"

enum {
	WORDS = 64,
	ROUNDS = 20000,
	RUNS = 11,
	BYTES = 1 << 20,
	ROWS = 256,
	THREADS = 4
};

static _Alignas(16) unsigned char memory[3][BYTES];
static struct race race[ROWS];
static uint32_t races, slot[2 * ROWS];
static struct candidates candidates;
static struct pure pure;
static struct limited limited;
static struct locksets locks;
static struct pending pending[THREADS];

static struct race_access access_of(tid t, unsigned word, unsigned kind)
{
	return (struct race_access){.address = 0x1000 + 8ull * word,
		.size = 8,
		.pc = 100 + 10u * t + kind,
		.thread = t,
		.kind = (uint8_t)(kind & 1)};
}

static void begin(void)
{
	races = 0;
	candidates_init(&candidates, race, &races, ROWS, slot, 2 * ROWS);
	if (!pure_init(&pure, memory[0], BYTES, THREADS, 8, &candidates) ||
		!locksets_init(&locks, memory[2], BYTES, 100) ||
		!limited_init(&limited, memory[1], BYTES, THREADS, &locks,
			&candidates))
		abort();
	pure_begin(&pure, 1);
	limited_begin(&limited, 1);
	for (tid t = 0; t < THREADS; t++) {
		pure_start(&pure, TID_NONE, t);
		limited_start(&limited, TID_NONE, t);
		pending[t] = (struct pending){.live = 1, .offers = 1};
	}
	limited_point(&limited, pending, THREADS);
}

static uint64_t private_data(bool by_limits)
{
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct race_access a = access_of(0, i / 2 % WORDS, i % 2);

		if (by_limits)
			limited_access(&limited, &a);
		else
			pure_access(&pure, &a);
	}
	return ROUNDS;
}

static uint64_t shared_data(bool by_limits)
{
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct race_access a =
			access_of((tid)(i / WORDS % THREADS), i % WORDS, 0);

		a.pc += i / WORDS / THREADS % 4;
		if (by_limits)
			limited_access(&limited, &a);
		else
			pure_access(&pure, &a);
	}
	return ROUNDS;
}

static uint64_t locked_data(bool by_limits)
{
	for (unsigned i = 0; i < ROUNDS / 16; i++) {
		tid t = (tid)(i % THREADS);

		if (by_limits) {
			limited_operation(&limited, t, 7);
			limited_lock(&limited, t, 1, 7, false);
		} else {
			pure_acquire(&pure, t, 7);
		}
		for (unsigned j = 0; j < 16; j++) {
			struct race_access a = access_of(t, j, 1);

			if (by_limits)
				limited_access(&limited, &a);
			else
				pure_access(&pure, &a);
		}
		if (by_limits) {
			limited_operation(&limited, t, 7);
			limited_unlock(&limited, t, 1, 7);
			limited_point(&limited, pending, THREADS);
		} else {
			pure_release(&pure, t, 7);
		}
	}
	return ROUNDS;
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void measure(const char *name, uint64_t (*what)(bool), bool by_limits)
{
	double ns[RUNS];

	for (unsigned i = 0; i < RUNS; i++) {
		struct timespec from, to;
		uint64_t n;

		begin();
		clock_gettime(CLOCK_MONOTONIC, &from);
		n = what(by_limits);
		clock_gettime(CLOCK_MONOTONIC, &to);
		ns[i] = ((double)(to.tv_sec - from.tv_sec) * 1e9 +
				(double)(to.tv_nsec - from.tv_nsec)) /
			(double)n;
	}
	qsort(ns, RUNS, sizeof *ns, ascending);
	printf("%-24s %8.1f ns   (%.1f .. %.1f)\n", name, ns[RUNS / 2], ns[0],
		ns[RUNS - 1]);
}

int main(void)
{
	measure("pure, private", private_data, false);
	measure("pure, shared", shared_data, false);
	measure("pure, locked", locked_data, false);
	measure("limited, private", private_data, true);
	measure("limited, shared", shared_data, true);
	measure("limited, locked", locked_data, true);
	return 0;
}
