/* SPDX-License-Identifier: MIT */
/* sb.c - store buffering: two threads, two atomic operations each */
#include "bench.h"

#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *left(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *right(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

static void reset(void)
{
	a = b = 0;
}

BENCH(reset, left, right)
