/* SPDX-License-Identifier: MIT */
/* dekker: mutual exclusion by loads and stores, the first that was found
 *
 * Dabdoub (2013), figure 4-1.  Who wants in says so, and gives way where it is
 * the other one's turn.  What was said has to be seen before the other's flag
 * is read.  Each goes in once here, so who said it again after it gave way
 * finds that the other one has been in, and nobody is there to be kept out by
 * it.
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
 * check: --exhaustive --model tso --fence dekker.c:39
 * verdict: verified
 *
 * check: --exhaustive --model tso --fence dekker.c:45
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

	STORE(&flag[me], 1); /* WANTS */
	while (LOAD(&flag[!me])) {
		if (LOAD(&turn) != me) {
			STORE(&flag[me], 0); /* GIVES */
			while (LOAD(&turn) != me)
				;
			STORE(&flag[me], 1); /* AGAIN */
		}
	}
	assert(!atomic_exchange(&inside, 1));
	STORE(&inside, 0); /* LEAVES */
	STORE(&turn, !me);
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
