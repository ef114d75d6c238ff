/* SPDX-License-Identifier: MIT */
/* exits: a thread whose end has to wait for something has not ended before
 *
 * Each thread has a timer (src/native/tick.h) that has to have run down before
 * it ends: as virtual time tells.  So it is however the thread ends, and
 * whoever it is; also where the ends of threads are decision points, which they
 * are for all but JOINED: there the last of several threads that nobody joins
 * leaves the process, and handlers of exit are run once.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * flags: -DJOINED
 * env: SCARP_TICKS=2
 * verdict: verified
 * states: ended
 *
 * check: --exhaustive --reduce none
 * flags: -DJOINED -DBODY=exits
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: ended
 *
 * check: --exhaustive
 * flags: -DJOINED -DBODY=cancelled
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: ended
 *
 * check: --strategy dfs --points lock
 * flags: -DJOINED
 * env: SCARP_TICKS=1
 * verdict: partial
 * exit: 0
 * states: ended
 *
 * check: --exhaustive
 * flags: -DC11
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: ended
 *
 * check: --exhaustive
 * flags: -DMAIN
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: ended
 *
 * check: --exhaustive --reduce none
 * flags: -DMAIN
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: ended
 *
 * check: --exhaustive
 * flags: -DDETACHED
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: left
 */
#include "test.h"
#include <threads.h>

static int seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int)(t.tv_sec - 946684800); /* where virtual time begins */
}

#ifdef JOINED
#ifndef BODY
#define BODY returns
#endif
__attribute__((unused)) static void *returns(void *argument)
{
	return argument;
}

__attribute__((unused)) static void *exits(void *argument)
{
	pthread_exit(argument);
}

__attribute__((unused)) static void *cancelled(void *argument)
{
	pthread_cancel(pthread_self());
	pthread_testcancel();
	return argument;
}

int main(void)
{
	finish(start(BODY, NULL));
	puts(seconds() >= 1 ? "ended" : "not ended");
	return 0;
}
#endif

#ifdef C11
static int body(void *argument)
{
	(void)argument;
	thrd_exit(7);
}

int main(void)
{
	thrd_t t;
	int result;

	assert(thrd_create(&t, body, NULL) == thrd_success);
	assert(thrd_join(t, &result) == thrd_success && result == 7);
	puts(seconds() >= 1 ? "ended" : "not ended");
	return 0;
}
#endif

#ifdef MAIN
static void *joins_main(void *main_thread)
{
	finish(*(pthread_t *)main_thread);
	puts(seconds() >= 1 ? "ended" : "not ended");
	return NULL;
}

int main(void)
{
	static pthread_t self;

	self = pthread_self();
	start(joins_main, &self);
	pthread_exit(NULL);
}
#endif

/* The last one to end leaves the process, whichever that is: it must have been
 * asked again when it had waited. */
#ifdef DETACHED
static void leaves(void)
{
	puts("left");
}

static void *detached(void *argument)
{
	pthread_detach(pthread_self());
	return argument;
}

int main(void)
{
	atexit(leaves);
	start(detached, NULL);
	pthread_exit(NULL);
}
#endif
