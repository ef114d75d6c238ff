/* SPDX-License-Identifier: MIT */
/* cancel_at_call: a call is made by a thread that was asked to end before: what
 * glibc 2.36 asks at, and what it does not; each row's end was seen natively
 *
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL=sem_wait(&one)
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL=sem_clockwait(&one,CLOCK_MONOTONIC,&late)
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL=sem_timedwait(&one,&late)
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL=read(77,page,1)
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL=nanosleep(&wrong,NULL)
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL=clock_nanosleep(CLOCK_MONOTONIC,0,&wrong,NULL)
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL=clock_nanosleep(CLOCK_THREAD_CPUTIME_ID,0,&wrong,NULL)
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL=syscall(SYS_write,1,page,0)
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL=syscall(SYS_nanosleep,&soon,NULL)
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL=asynchronous()
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL=in_destructor()
 * native: exits 33
 *
 * check: --exhaustive --expect-exit 22
 * flags: -DCALL=state_in_destructor()
 */
#include "test.h"

#include <semaphore.h>
#include <sys/syscall.h>

static sem_t one, asked;
static pthread_key_t key;
static struct timespec late, wrong = {0, -1}, soon = {0, 1};
static char page[64];
static int state = -1;

void asynchronous(void)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
}

static void tests(void *unused)
{
	pthread_testcancel();
}

static void looks(void *unused)
{
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
}

/* Its function has returned: the destructor is where it ends. */
void in_destructor(void)
{
	pthread_key_create(&key, tests);
	pthread_setspecific(key, page);
}

void state_in_destructor(void)
{
	pthread_key_create(&key, looks);
	pthread_setspecific(key, page);
	pthread_testcancel();
}

static void *called(void *unused)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	sem_wait(&asked);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	CALL;
	return NULL;
}

int main(void)
{
	pthread_t t;
	bool cancelled;

	sem_init(&one, 0, 1);
	sem_init(&asked, 0, 0);
	from_now(&late, -1);
	t = start(called, NULL);
	pthread_cancel(t);
	sem_post(&asked);
	cancelled = finish(t) == PTHREAD_CANCELED;
	if (state >= 0)
		return state == PTHREAD_CANCEL_ENABLE ? 22 : 11;
	return cancelled ? 33 : 44;
}
