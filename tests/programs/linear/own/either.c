/* SPDX-License-Identifier: MIT */
/* either: an operation that returns one thing or another by itself; both are
 * right, and so it is said.  With WRONG, overlapping calls have a third one.
 *
 * check: --exhaustive --spec own
 * verdict: verified
 * says: returns one thing or another after the same ones
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <scarp/scarp.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef WRONG
#define WRONG 0
#endif

static atomic_int inside;

static int toss(void)
{
	int others = atomic_fetch_add(&inside, 1), side = (int)scarp_choose(2);

	atomic_fetch_sub(&inside, 1);
	return WRONG && others ? 2 : side;
}

static void *thread(void *unused)
{
	int side;

	SCARP_OPERATION(&inside, "toss", side = toss(), (), SCARP_NUMBER(side));
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	thread(NULL);
	pthread_join(t, NULL);
	return 0;
}
