/* SPDX-License-Identifier: MIT */
/* locked.c - three threads, two increments each under one mutex */
#include "bench.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c;

static void *work(void *unused)
{
	for (int i = 0; i < 2; i++) {
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
