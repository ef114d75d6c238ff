/* SPDX-License-Identifier: MIT */
/* atomics.c - four threads, twenty atomic additions each */
#include "bench.h"

#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused)
{
	for (int i = 0; i < 20; i++)
		atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

static void reset(void)
{
}

BENCH(reset, work, work, work, work)
