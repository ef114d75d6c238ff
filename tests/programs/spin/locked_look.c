/* SPDX-License-Identifier: MIT */
/* locked_look: lock, look, unlock, until the flag is set: each turn writes the
 * lock and leaves it as it was
 *
 * check: --exhaustive --max-steps 100
 * args: mutex
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 * native: sc
 *
 * check: --exhaustive --max-steps 100
 * args: trylock
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: rwlock
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: readers
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: tryread
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: spin
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: stream
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: trystream
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: sem
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: pipe
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 *
 * check: --exhaustive --max-steps 100
 * args: event
 * verdict: verified
 * scope: fairness
 * states: set=1
 * races: none
 */
#include "test.h"

#include <semaphore.h>
#include <sys/eventfd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t unit;
static int ends[2], event, set;
static _Thread_local char byte;
static _Thread_local eventfd_t value;

static void mutex_lock(void)
{
	pthread_mutex_lock(&m);
}

static void mutex_trylock(void)
{
	while (pthread_mutex_trylock(&m) != 0)
		;
}

static void mutex_unlock(void)
{
	pthread_mutex_unlock(&m);
}

static void rw_wrlock(void)
{
	pthread_rwlock_wrlock(&rw);
}

static void rw_rdlock(void)
{
	pthread_rwlock_rdlock(&rw);
}

static void rw_tryrdlock(void)
{
	while (pthread_rwlock_tryrdlock(&rw) != 0)
		;
}

static void rw_unlock(void)
{
	pthread_rwlock_unlock(&rw);
}

static void spin_lock(void)
{
	pthread_spin_lock(&spin);
}

static void spin_unlock(void)
{
	pthread_spin_unlock(&spin);
}

static void stream_lock(void)
{
	flockfile(stderr);
}

static void stream_trylock(void)
{
	while (ftrylockfile(stderr) != 0)
		;
}

static void stream_unlock(void)
{
	funlockfile(stderr);
}

static void sem_lock(void)
{
	sem_wait(&unit);
}

static void sem_unlock(void)
{
	sem_post(&unit);
}

static void pipe_lock(void)
{
	assert(read(ends[0], &byte, 1) == 1);
}

static void pipe_unlock(void)
{
	assert(write(ends[1], &byte, 1) == 1);
}

static void event_lock(void)
{
	eventfd_read(event, &value);
}

static void event_unlock(void)
{
	eventfd_write(event, value);
}

/* By whom the flag is set; and by whom it is looked at. */
static const struct {
	const char *name;
	void (*lock)(void), (*look)(void), (*unlock)(void);
} kinds[] = {
	{"mutex", mutex_lock, mutex_lock, mutex_unlock},
	{"trylock", mutex_trylock, mutex_trylock, mutex_unlock},
	{"rwlock", rw_wrlock, rw_wrlock, rw_unlock},
	{"readers", rw_wrlock, rw_rdlock, rw_unlock},
	{"tryread", rw_wrlock, rw_tryrdlock, rw_unlock},
	{"spin", spin_lock, spin_lock, spin_unlock},
	{"stream", stream_lock, stream_lock, stream_unlock},
	{"trystream", stream_trylock, stream_trylock, stream_unlock},
	{"sem", sem_lock, sem_lock, sem_unlock},
	{"pipe", pipe_lock, pipe_lock, pipe_unlock},
	{"event", event_lock, event_lock, event_unlock},
};

static unsigned kind;

static void *set_it(void *unused)
{
	kinds[kind].lock();
	set = 1;
	kinds[kind].unlock();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int seen = 0;

	while (strcmp(kinds[kind].name, argv[argc - 1]) != 0)
		kind++;
	pthread_spin_init(&spin, 0);
	sem_init(&unit, 0, 1);
	assert(pipe(ends) == 0 && write(ends[1], "", 1) == 1);
	event = eventfd(1, 0);
	t = start(set_it, NULL);
	while (!seen) {
		kinds[kind].look();
		seen = set;
		kinds[kind].unlock();
	}
	finish(t);
	printf("set=%d\n", seen);
	return 0;
}
