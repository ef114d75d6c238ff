/* SPDX-License-Identifier: MIT */
/* objects: attributes of mutexes, conditions, read-write locks and barriers
 *
 * Static objects: were a write of glibc's not announced, the second execution
 * would find what the first one left, and the first assertion fail.
 *
 * check: --exhaustive
 * verdict: verified
 * states: type=1,relock=0,clock=1,kind=2,shared=1
 * native: sc
 */
#include "test.h"

static struct {
	pthread_mutexattr_t mutex;
	pthread_condattr_t cond;
	pthread_rwlockattr_t rwlock;
	pthread_barrierattr_t barrier;
} attr;
static pthread_mutex_t m;
static pthread_cond_t c;
static pthread_rwlock_t l;
static pthread_barrier_t b;

static void *work(void *unused)
{
	pthread_barrier_wait(&b);
	return NULL;
}

static void untouched(void)
{
	const char *bytes = (const char *)&attr;

	for (size_t i = 0; i < sizeof attr; i++)
		assert(bytes[i] == 0);
}

static void set(void)
{
	assert(pthread_mutexattr_init(&attr.mutex) == 0);
	assert(pthread_mutexattr_settype(
		       &attr.mutex, PTHREAD_MUTEX_RECURSIVE) == 0);
	assert(pthread_mutexattr_setprotocol(&attr.mutex, PTHREAD_PRIO_NONE) ==
		0);
	assert(pthread_condattr_init(&attr.cond) == 0);
	assert(pthread_condattr_setclock(&attr.cond, CLOCK_MONOTONIC) == 0);
	assert(pthread_rwlockattr_init(&attr.rwlock) == 0);
	assert(pthread_rwlockattr_setkind_np(&attr.rwlock,
		       PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
	assert(pthread_barrierattr_init(&attr.barrier) == 0);
	assert(pthread_barrierattr_setpshared(
		       &attr.barrier, PTHREAD_PROCESS_SHARED) == 0);
}

int main(void)
{
	int type, kind, shared, relock;
	clockid_t clock;
	pthread_t t;

	untouched();
	set();
	assert(pthread_mutexattr_gettype(&attr.mutex, &type) == 0);
	assert(pthread_condattr_getclock(&attr.cond, &clock) == 0);
	assert(pthread_rwlockattr_getkind_np(&attr.rwlock, &kind) == 0);
	assert(pthread_barrierattr_getpshared(&attr.barrier, &shared) == 0);
	assert(pthread_mutex_init(&m, &attr.mutex) == 0);
	assert(pthread_cond_init(&c, &attr.cond) == 0);
	assert(pthread_rwlock_init(&l, &attr.rwlock) == 0);
	assert(pthread_barrier_init(&b, &attr.barrier, 2) == 0);
	t = start(work, NULL);
	pthread_mutex_lock(&m);
	relock = pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	pthread_barrier_wait(&b);
	finish(t);
	printf("type=%d,relock=%d,clock=%d,kind=%d,shared=%d\n",
		type == PTHREAD_MUTEX_RECURSIVE, relock,
		clock == CLOCK_MONOTONIC, kind, shared);
	pthread_mutexattr_destroy(&attr.mutex);
	pthread_condattr_destroy(&attr.cond);
	pthread_rwlockattr_destroy(&attr.rwlock);
	pthread_barrierattr_destroy(&attr.barrier);
	return 0;
}
