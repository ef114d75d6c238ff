/* SPDX-License-Identifier: MIT */
/* atomics.c - loads, stores, additions and compare-and-swaps of all orders */
#include "bench.h"

#include <stdatomic.h>

static struct {
	_Alignas(128) atomic_long counter;
	atomic_long head, flag;
} own[THREADS];

static long body(long count, long number)
{
	long seen = 0;

	for (long i = 0; i < count; i++) {
		long old = atomic_load_explicit(
			&own[number].head, memory_order_acquire);

		atomic_fetch_add(&own[number].counter, 1);
		atomic_fetch_add_explicit(
			&own[number].counter, 1, memory_order_relaxed);
		while (!atomic_compare_exchange_weak(
			&own[number].head, &old, old + 1))
			;
		atomic_store_explicit(
			&own[number].flag, i, memory_order_release);
		seen += atomic_load(&own[number].flag);
	}
	return seen;
}
