/* SPDX-License-Identifier: MIT */
/* other_lock: the next iteration tries another mutex: not the same again
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
		       b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(pthread_mutex_t *) cur = &a;
static void *spin(void *x)
{
	pthread_mutex_t *m = &a;
	int r;

	do {
		r = pthread_mutex_trylock(m);
		m = atomic_load(&cur);
	} while (r);
	return 0;
}
static void *change(void *x)
{
	atomic_store(&cur, &b);
	return 0;
}
int main(void)
{
	pthread_t s, c;
	pthread_mutex_lock(&a);
	pthread_create(&s, 0, spin, 0);
	pthread_create(&c, 0, change, 0);
	pthread_join(c, 0);
	pthread_join(s, 0);
	pthread_mutex_unlock(&a);
	return 0;
}
