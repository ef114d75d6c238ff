/* SPDX-License-Identifier: MIT */
/* fences: a release fence before a relaxed store, and an acquire fence behind
 * the relaxed load that sees it, order what is before and behind; one does not
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DRELEASE=memory_order_acquire
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DACQUIRE=memory_order_release
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * Nor what is written, or learnt, between the fence and the store.
 *
 * check: --exhaustive
 * flags: -DLATE
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DLEARNT
 * verdict: verified
 * races: some
 * states: 0 1
 */
#include "test.h"

#ifndef RELEASE
#define RELEASE memory_order_release
#endif
#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

static atomic_int flag;
static int data;

#ifdef LEARNT
/* Another thread wrote to it, and has ended by then. */
static void *other(void *unused)
{
	data = 1;
	return unused;
}

static void *writer(void *unused)
{
	pthread_t t = start(other, NULL);

	atomic_thread_fence(RELEASE);
	finish(t);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return unused;
}
#else
static void *writer(void *unused)
{
#ifndef LATE
	data = 1;
#endif
	atomic_thread_fence(RELEASE);
#ifdef LATE
	data = 1;
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return NULL;
}
#endif

int main(void)
{
	pthread_t t = start(writer, NULL);
	int seen = 0;

	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		atomic_thread_fence(ACQUIRE);
		seen = data;
	}
	finish(t);
	printf("%d\n", seen);
	return 0;
}
