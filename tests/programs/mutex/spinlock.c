/* SPDX-License-Identifier: MIT */
/* spinlock: pthread_spin_lock excludes, and waiting for it is no endless loop
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * native: sc
 */
#include "test.h"

static pthread_spinlock_t s;
static int c;

static void *increment(void *unused)
{
	pthread_spin_lock(&s);
	c++;
	pthread_spin_unlock(&s);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	a = start(increment, NULL);
	b = start(increment, NULL);
	finish(a);
	finish(b);
	printf("c=%d\n", c);
	return 0;
}
