/* SPDX-License-Identifier: MIT */
/* locked.c - three threads, two increments each under one mutex */
#include "bench.h"

#ifndef BENCH_EACH
#define BENCH_EACH 2
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c;

static void *work(void *unused)
{
	for (int i = 0; i < BENCH_EACH; i++) {
		pthread_mutex_lock(&m);
		c++;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

static void reset(void)
{
	c = 0;
}

BENCH(reset, work, work, work)
