/* SPDX-License-Identifier: MIT */
/* no_fences: calls between a store and a load that make nobody see the store
 *
 * No function that makes an object or does away with it is one that POSIX says
 * to synchronise memory (4.12), and an environment is memory that is read.  So
 * the load may come before the store is seen: 00, and natively that happens for
 * most of them.  A lock is one, and there it cannot.
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=pthread_mutex_init(&o->mutex,0)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=pthread_mutex_destroy(&o->made)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=pthread_cond_init(&o->cond,0)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=pthread_rwlock_init(&o->rwlock,0)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=pthread_barrier_init(&o->barrier,0,2)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=sem_init(&o->sem,0,1)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=getenv(found_in)
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DCALL=pthread_mutex_lock(&o->made)
 * verdict: verified
 * states: 01 10 11
 */
#include "test.h"

#include <semaphore.h>

#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)

struct objects {
	pthread_mutex_t mutex, made;
	pthread_cond_t cond;
	pthread_rwlock_t rwlock;
	pthread_barrier_t barrier;
	sem_t sem;
};
static struct objects of[2] = {{.made = PTHREAD_MUTEX_INITIALIZER},
	{.made = PTHREAD_MUTEX_INITIALIZER}};
static const char found_in[] = "HOME";
static int x[2], found[2];

static void *each(void *number)
{
	long i = (long)number;
	struct objects *o = &of[i];

	put(&x[i], 1);
	CALL;
	found[i] = get(&x[!i]);
	return o;
}

int main(void)
{
	pthread_t a = start(each, (void *)0), b = start(each, (void *)1);

	finish(a);
	finish(b);
	printf("%d%d\n", found[0], found[1]);
	return 0;
}
