/* SPDX-License-Identifier: MIT */
/* destroyed: nothing has begun where it was, so that use is a bug
 *
 * check: --exhaustive
 * flags: -DWHICH=0
 * verdict: bug bad_object
 *
 * check: --exhaustive
 * flags: -DWHICH=1
 * verdict: bug bad_object
 *
 * check: --exhaustive
 * flags: -DWHICH=2
 * verdict: bug bad_object
 *
 * check: --exhaustive
 * flags: -DWHICH=3
 * verdict: bug bad_object
 *
 * check: --exhaustive
 * flags: -DWHICH=4
 * verdict: bug bad_object
 *
 * check: --exhaustive
 * flags: -DWHICH=5
 * verdict: bug bad_object
 */
#include "test.h"
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static pthread_spinlock_t s;
static sem_t n;

int main(void)
{
	pthread_barrier_init(&b, NULL, 1);
	pthread_spin_init(&s, 0);
	sem_init(&n, 0, 1);
	pthread_mutex_destroy(&m);
	pthread_cond_destroy(&c);
	pthread_rwlock_destroy(&l);
	pthread_barrier_destroy(&b);
	pthread_spin_destroy(&s);
	sem_destroy(&n);
	/* clang-format off */
	switch (WHICH) {
	case 0: pthread_mutex_lock(&m); break; /* BUG */
	case 1: pthread_cond_signal(&c); break; /* BUG */
	case 2: pthread_rwlock_rdlock(&l); break; /* BUG */
	case 3: pthread_barrier_wait(&b); break; /* BUG */
	case 4: pthread_spin_lock(&s); break; /* BUG */
	case 5: sem_wait(&n); break; /* BUG */
	}
	return 0;
}
