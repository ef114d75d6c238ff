/* SPDX-License-Identifier: MIT */
/* interrupts: a handler that comes while its thread waits in a call ends that
 * call with EINTR, or lets it go on (SA_RESTART, but not for all of them:
 * signal(7))
 *
 * Behind the signal the main thread lets the call succeed, so that it ends in
 * any case.  "EINTR": it was ended.  "0": it succeeded, with a handler before,
 * or none yet.
 *
 * check: --exhaustive
 * flags: -DCALL=sem_wait(&sem)
 * verdict: verified
 * states: 0 EINTR
 * native: prints 0 EINTR
 *
 * check: --exhaustive
 * flags: -DCALL=sem_wait(&sem) -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 0
 * native: prints 0
 *
 * check: --exhaustive
 * flags: -DCALL=sem_timedwait(&sem,&late) -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 0 EINTR ETIMEDOUT
 * native: prints 0 EINTR ETIMEDOUT
 *
 * check: --exhaustive
 * flags: -DCALL=(read(ends[0],&byte,1)<0?-1:0)
 * verdict: verified
 * states: 0 EINTR
 * native: prints 0 EINTR
 *
 * check: --exhaustive
 * flags: -DCALL=(read(ends[0],&byte,1)<0?-1:0) -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 0
 * native: prints 0
 *
 * check: --exhaustive
 * flags: -DCALL=(poll(&asks,1,-1)<0?-1:0) -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 0 EINTR
 * native: prints 0 EINTR
 *
 * check: --exhaustive
 * flags: -DCALL=sleeps()
 * verdict: verified
 * states: 0 EAGAIN EINTR
 * native: prints 0 EAGAIN EINTR
 *
 * check: --exhaustive
 * flags: -DCALL=sleeps() -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 0 EAGAIN
 * native: prints 0 EAGAIN
 *
 * check: --exhaustive
 * flags: -DCALL=nanosleep(&late,NULL) -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 0 EINTR
 *
 * check: --exhaustive
 * flags: -DCALL=(usleep(5)<0?-1:0)
 * verdict: verified
 * states: 0 EINTR
 *
 * A lock and a condition variable never tell of it.
 *
 * check: --exhaustive
 * flags: -DCALL=(pthread_mutex_lock(&lock)||pthread_mutex_unlock(&lock))
 * verdict: verified
 * states: 0
 * native: prints 0
 *
 * check: --exhaustive
 * flags: -DCALL=waits()
 * verdict: verified
 * states: 0
 * native: prints 0
 */
#include "test.h"

#include <linux/futex.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>

#ifndef FLAGS
#define FLAGS 0
#endif

static sem_t sem;
static int ends[2], handled, error;
static _Atomic unsigned word;
static char byte;
static struct timespec late = {1, 0};
static struct pollfd asks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static bool ready;

static void handle(int number)
{
	handled++;
}

static long sleeps(void)
{
	return syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

static int waits(void)
{
	int rc = 0;

	pthread_mutex_lock(&lock);
	while (!ready && !rc)
		rc = pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return rc;
}

static void *calls(void *unused)
{
	error = CALL ? errno : 0;
	return NULL;
}

static void lets_go(void)
{
	sem_post(&sem);
	assert(write(ends[1], "x", 1) == 1);
	word = 1;
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	ready = true;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	struct sigaction a = {.sa_handler = handle, .sa_flags = FLAGS};
	pthread_t t;

	(void)waits;
	(void)sleeps;
	sem_init(&sem, 0, 0);
	assert(pipe(ends) == 0);
	asks = (struct pollfd){.fd = ends[0], .events = POLLIN};
	sigaction(SIGUSR1, &a, NULL);
	pthread_mutex_lock(&lock);
	t = start(calls, NULL);
	assert(pthread_kill(t, SIGUSR1) == 0);
	lets_go();
	finish(t);
	puts(error ? strerrorname_np(error) : "0");
	return 0;
}
