/* SPDX-License-Identifier: MIT */
/* confirmed_twice: going back from a dead end leaves what others await alone
 *
 * T1 holds the lock whenever its loop begins again, so nobody else can go on
 * but in the middle of an iteration: a dead end is confirmed in every schedule,
 * and in checkpoint mode the execution then goes back to before it.
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: order=12 order=21
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int f, order;

static void *poll(void *unused)
{
	int x;

	pthread_mutex_lock(&m);
	do {
		x = atomic_load(&f);
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	} while (x != 2);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *add(void *argument)
{
	pthread_mutex_lock(&m);
	order = order * 10 + (int)(intptr_t)argument;
	atomic_fetch_add(&f, 1);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(poll, NULL);
	pthread_t a = start(add, (void *)1), b = start(add, (void *)2);

	finish(t);
	finish(a);
	finish(b);
	printf("order=%d\n", order);
	return 0;
}
