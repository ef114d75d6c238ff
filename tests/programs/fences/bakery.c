/* SPDX-License-Identifier: MIT */
/* bakery: Lamport's, where each takes a number and the lowest goes first
 *
 * That a number is being chosen has to be seen before the others' are read, and
 * the number before it is asked who else has one.  "Has chosen" is stored
 * behind it, and a buffer leaves in order: a fence behind that does as well.
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * replays: 1
 *
 * check: --exhaustive --model tso --fence bakery.c:52
 * and: --fence bakery.c:55
 * verdict: verified
 *
 * check: --exhaustive --model tso --fence bakery.c:52
 * and: --fence bakery.c:54
 * verdict: verified
 *
 * check: --exhaustive --model tso --fence bakery.c:52
 * verdict: bug assertion
 *
 * check: --exhaustive --model tso --fence bakery.c:55
 * verdict: bug assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)

static atomic_int choosing[2], number[2], inside;

static int is_before(int other, int me, int mine)
{
	int its = LOAD(&number[other]);

	return its && (its < mine || (its == mine && other < me));
}

static void *user(void *arg)
{
	int me = arg != NULL, mine;

	STORE(&choosing[me], 1); /* CHOOSING */
	mine = LOAD(&number[!me]) + 1;
	STORE(&number[me], mine); /* NUMBER */
	STORE(&choosing[me], 0);  /* CHOSEN */
	while (LOAD(&choosing[!me]))
		;
	while (is_before(!me, me, mine))
		;
	assert(!atomic_exchange(&inside, 1));
	STORE(&inside, 0);     /* LEAVES */
	STORE(&number[me], 0); /* LEAVE */
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, &inside);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
