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

static void *writer(void *unused)
{
	data = 1;
	atomic_thread_fence(RELEASE);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return NULL;
}

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
