/* SPDX-License-Identifier: MIT */
/* join_cancelled: glibc 2.36 asks whether a thread that joins is to end only
 * where it has to wait: one that has ended is joined all the same
 *
 * check: --exhaustive
 * flags: -DJOIN=pthread_join(t,NULL)
 * verdict: verified
 * states: cancelled joined
 *
 * check: --exhaustive
 * flags: -DJOIN=pthread_timedjoin_np(t,NULL,&never)
 * verdict: verified
 * states: cancelled joined
 */
#include "test.h"

#include <semaphore.h>

static pthread_t t;
static sem_t asked;

static void *nothing(void *arg)
{
	return arg;
}

static void *joins(void *arg)
{
	struct timespec never;

	from_now(&never, 3600);
	(void)never;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	sem_wait(&asked);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	JOIN;
	return arg;
}

int main(void)
{
	pthread_t joiner;

	sem_init(&asked, 0, 0);
	t = start(nothing, NULL);
	joiner = start(joins, NULL);
	pthread_cancel(joiner);
	sem_post(&asked);
	printf("%s\n",
		finish(joiner) == PTHREAD_CANCELED ? "cancelled" : "joined");
	return 0;
}
