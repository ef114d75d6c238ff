/* SPDX-License-Identifier: MIT */
/* bench.h - what the programs of passthrough.py share
 *
 * Two threads run body(count, number), each on memory of its own, so that what
 * is counted does not depend on who runs when.  The sum of what they return is
 * printed: nothing can be left out.
 */
#ifndef BENCH_H
#define BENCH_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	THREADS = 2
};

struct work {
	pthread_t thread;
	long count, number, result;
};

static long body(long count, long number);

static void *run(void *argument)
{
	struct work *w = (struct work *)argument;

	w->result = body(w->count, w->number);
	return 0;
}

int main(int argc, char **argv)
{
	static struct work work[THREADS];
	long sum = 0;

	for (long i = 0; i < THREADS; i++) {
		work[i].count = argc > 1 ? atol(argv[1]) : 1;
		work[i].number = i;
		if (pthread_create(&work[i].thread, NULL, run, &work[i]))
			return 1;
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(work[i].thread, NULL);
		sum += work[i].result;
	}
	printf("%ld\n", sum);
	return 0;
}

#endif
