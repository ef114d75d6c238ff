/* SPDX-License-Identifier: MIT */
/* private.c - two threads, each 1,000 updates of memory of its own and, one
 * after every twentieth, 50 atomic additions */
#include "bench.h"

#include <stdatomic.h>

static atomic_int x;
static int left_own[100], right_own[100];

static void *left(void *unused)
{
	for (int i = 0; i < 50; i++) {
		for (int k = 0; k < 20; k++)
			left_own[(i * 20 + k) % 100] += k;
		atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	}
	return unused;
}

static void *right(void *unused)
{
	for (int i = 0; i < 50; i++) {
		for (int k = 0; k < 20; k++)
			right_own[(i * 20 + k) % 100] += k;
		atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	}
	return unused;
}

static void reset(void)
{
}

BENCH(reset, left, right)
