/* SPDX-License-Identifier: MIT */
/* held_poll: a poller that holds the lock whenever its loop begins again;
 * the setter can go on only in the middle of an iteration
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int f;
static void *spin(void *u)
{
	int x;
	pthread_mutex_lock(&m);
	do {
		x = atomic_load(&f);
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	} while (!x);
	pthread_mutex_unlock(&m);
	return 0;
}
static void *set(void *u)
{
	pthread_mutex_lock(&m);
	atomic_store(&f, 1);
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void)
{
	pthread_t s, c;
	pthread_create(&s, 0, spin, 0);
	pthread_create(&c, 0, set, 0);
	pthread_join(c, 0);
	pthread_join(s, 0);
	return 0;
}
