/* SPDX-License-Identifier: MIT */
/* own_alloca: alloca by a declaration of the program's own
 *
 * Two threads add 1 each by a place that each makes by it, without a lock:
 * 1 or 2.
 *
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * states: 1 2
 *
 * check: --exhaustive
 * flags: -O0
 * states: 1 2
 */
#include "test.h"

#undef alloca
extern void *alloca(size_t);

static int sum;

__attribute__((noinline)) static int *copied(int *place, int from)
{
	*place = from;
	return place;
}

static void *add(void *unused)
{
	int *mine = copied(alloca(sizeof *mine), sum);
	int *next = copied(alloca(sizeof *mine), *mine + 1);

	assert(mine != next && *next == *mine + 1);
	sum = *next;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	printf("%d\n", sum);
	return 0;
}
