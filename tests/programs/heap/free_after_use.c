/* SPDX-License-Identifier: MIT */
/* free_after_use: a free that nothing orders after what others did with a lock
 * in the block is a data race; what is made of the memory then is none
 *
 * A relaxed load orders nothing.
 *
 * check: --exhaustive
 * verdict: verified
 * pair: atomic write A1, free A2, one, unclassified
 *
 * check: --exhaustive --heap=reuse
 * verdict: verified
 * pair: atomic write A1, free A2, one, unclassified
 *
 * check: --exhaustive
 * flags: -DRWLOCK
 * verdict: verified
 * pair: atomic write A1, free A2, one, unclassified
 * pair: atomic write A1, free A2, one, unclassified
 *
 * check: --exhaustive
 * flags: -DRWLOCK -DKEPT
 * verdict: verified
 * pair: atomic write A1, free A2, one, unclassified
 *
 * check: --exhaustive
 * flags: -DUSE=sem_post -DOBJECT=sem_t
 * verdict: verified
 * pair: atomic write A1, free A2, one, unclassified
 *
 * check: --exhaustive
 * flags: -DUSE=pthread_cond_signal -DOBJECT=pthread_cond_t
 * verdict: verified
 * pair: atomic write A1, free A2, one, unclassified
 *
 * check: --exhaustive
 * flags: -DORDER=memory_order_seq_cst
 * verdict: verified
 * pair: none
 */
#include "test.h"

#include <semaphore.h>

#if defined RWLOCK && defined KEPT
#define USE(o) pthread_rwlock_rdlock(o)
#define OBJECT pthread_rwlock_t
#elif defined RWLOCK
#define USE(o) pthread_rwlock_rdlock(o), pthread_rwlock_unlock(o)
#define OBJECT pthread_rwlock_t
#elif !defined USE
#define USE(o) pthread_mutex_lock(o), pthread_mutex_unlock(o)
#define OBJECT pthread_mutex_t
#endif
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static atomic_int done;
static OBJECT *object;

static void *work(void *unused)
{
	USE(object); /* A1 */
	atomic_store_explicit(&done, 1, ORDER);
	return unused;
}

int main(void)
{
	pthread_t t;
	char *p;

	object = calloc(1, sizeof *object);
	t = start(work, NULL);
	while (!atomic_load_explicit(&done, ORDER))
		;
	free(object); /* A2 */
	p = malloc(sizeof *object);
	*(volatile char *)p = 1;
	finish(t);
	free(p);
	return 0;
}
