/* SPDX-License-Identifier: MIT */
/* other_value: the next iteration exchanges another value
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x = 1, y = 1;
static void *spin(void *u)
{
	int v = 1;
	int r;
	do {
		r = atomic_exchange(&x, v);
		v = atomic_load(&y);
	} while (r == 1);
	return 0;
}
static void *change(void *u)
{
	atomic_store(&y, 0);
	return 0;
}
int main(void)
{
	pthread_t s, c;
	pthread_create(&s, 0, spin, 0);
	pthread_create(&c, 0, change, 0);
	pthread_join(c, 0);
	pthread_join(s, 0);
	return 0;
}
