/* SPDX-License-Identifier: MIT */
/* create_stores_first: the identifier is there before the thread is
 *
 * glibc stores it before it makes the thread, which may read it: no race, and
 * never what was there before.  A thread that was there already may be earlier.
 *
 * By hand: `finisher` finds both identifiers in place in every schedule, in C
 * and by <threads.h>; nothing in it races.
 *
 * check: --exhaustive
 * verdict: verified
 * states: mine
 * races: none
 * native: sc
 *
 * The thread that was there already finds it, or zero.
 *
 * check: --exhaustive
 * flags: -DEARLIER
 * verdict: verified
 * states: early late
 * races: some
 */
#include "test.h"
#include <threads.h>

static pthread_t ids[2];
static thrd_t other;

static int look(void *unused)
{
	assert(thrd_equal(other, thrd_current()));
	return 7;
}

static void *finisher(void *unused)
{
	assert(pthread_equal(ids[1], pthread_self()));
	finish(ids[0]);
	return NULL;
}

static void *nothing(void *unused)
{
	return NULL;
}

static void *earlier(void *unused)
{
	printf(ids[0] ? "late\n" : "early\n");
	return NULL;
}

int main(void)
{
	int result;

#ifdef EARLIER
	pthread_t t = start(earlier, NULL);

	pthread_create(&ids[0], NULL, nothing, NULL);
	finish(t);
	finish(ids[0]);
	return 0;
#endif
	pthread_create(&ids[0], NULL, nothing, NULL);
	pthread_create(&ids[1], NULL, finisher, NULL);
	finish(ids[1]);
	thrd_create(&other, look, NULL);
	assert(thrd_join(other, &result) == thrd_success && result == 7);
	printf("mine\n");
	return 0;
}
