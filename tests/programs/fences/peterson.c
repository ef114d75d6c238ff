/* SPDX-License-Identifier: MIT */
/* peterson: mutual exclusion by loads and stores
 *
 * Each says that it wants in and that the other one goes first, and waits while
 * the other one wants in and is not to wait.  The store of `turn` has to be
 * seen before the other's flag is read; a buffer leaves in order, so the flag
 * is then, too.  With the flag alone the other one may be let in by a turn that
 * was stored earlier and seen later.
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
 * check: --exhaustive --model tso --fence peterson.c:43
 * verdict: verified
 *
 * check: --exhaustive --model tso --fence peterson.c:42
 * verdict: bug assertion
 *
 * check: --exhaustive --model tso --fence peterson.c:48
 * verdict: bug assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)

static atomic_int flag[2], turn, inside;

static void *user(void *arg)
{
	int me = arg != NULL;

	STORE(&flag[me], 1); /* FLAG */
	STORE(&turn, !me);   /* TURN */
	while (LOAD(&flag[!me]) && LOAD(&turn) == !me)
		;
	assert(!atomic_exchange(&inside, 1));
	STORE(&inside, 0);   /* LEAVES */
	STORE(&flag[me], 0); /* LEAVE */
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, &turn);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
