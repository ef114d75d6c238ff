/* SPDX-License-Identifier: MIT */
/* bench.h - one body, run in two ways
 *
 * A bench program lists the functions of its threads with BENCH().  Built by
 * scarp cc they are threads.  With BENCH_SEQUENTIAL they are called one after
 * another in a loop, against the empty hooks of bench/sequential, and main
 * prints the nanoseconds of the fastest round: what the body itself costs.
 *
 * A small state space ends after microseconds; so under scarp main first makes
 * a choice of very many values (BENCH_ROUNDS), and dfs does the whole search
 * below each.
 */
#ifndef BENCH_H
#define BENCH_H

#include <pthread.h>
#include <scarp/scarp.h>
#include <stdio.h>
#include <time.h>

#ifndef BENCH_ROUNDS
#define BENCH_ROUNDS (1 << 24)
#endif

enum {
	BENCH_REPEAT = BENCH_ROUNDS
};

#ifdef BENCH_SEQUENTIAL

static inline double bench_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

#define BENCH(reset, ...)                                                      \
	int main(void)                                                         \
	{                                                                      \
		void *(*const part[])(void *) = {__VA_ARGS__};                 \
		unsigned parts = sizeof part / sizeof *part;                   \
		double best = 1e18, end = bench_now_ns() + 1e9;                \
                                                                               \
		while (bench_now_ns() < end) {                                 \
			double from = bench_now_ns(), each;                    \
                                                                               \
			for (int i = 0; i < 10000; i++) {                      \
				reset();                                       \
				for (unsigned p = 0; p < parts; p++)           \
					part[p](NULL);                         \
			}                                                      \
			each = (bench_now_ns() - from) / 10000;                \
			best = each < best ? each : best;                      \
		}                                                              \
		printf("%.1f\n", best);                                        \
		return 0;                                                      \
	}

#else

#define BENCH(reset, ...)                                                      \
	int main(void)                                                         \
	{                                                                      \
		void *(*const part[])(void *) = {__VA_ARGS__};                 \
		enum {                                                         \
			PARTS = sizeof part / sizeof *part                     \
		};                                                             \
		pthread_t thread[PARTS];                                       \
                                                                               \
		scarp_choose(BENCH_REPEAT);                                    \
		reset();                                                       \
		for (int i = 0; i < PARTS; i++)                                \
			pthread_create(&thread[i], NULL, part[i], NULL);       \
		for (int i = 0; i < PARTS; i++)                                \
			pthread_join(thread[i], NULL);                         \
		return 0;                                                      \
	}

#endif

#endif
