/* SPDX-License-Identifier: MIT */
/* destructor: runs at the end of each thread that left a value, with the value
 *
 * A thread whose value is NULL gets no call.
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=12
 * native: sc
 */
#include "test.h"

static pthread_key_t key;
static atomic_int sum;

static void at_end(void *value)
{
	assert(pthread_getspecific(key) == NULL);
	atomic_fetch_add(&sum, *(int *)value);
}

static void *use(void *value)
{
	assert(pthread_getspecific(key) == NULL);
	pthread_setspecific(key, value);
	assert(pthread_getspecific(key) == value);
	return NULL;
}

static void *use_not(void *value)
{
	pthread_setspecific(key, value);
	pthread_setspecific(key, NULL);
	return NULL;
}

int main(void)
{
	int five = 5, seven = 7, nine = 9;
	pthread_t a, b, c;

	pthread_key_create(&key, at_end);
	a = start(use, &five);
	b = start(use, &seven);
	c = start(use_not, &nine);
	finish(a);
	finish(b);
	finish(c);
	printf("sum=%d\n", atomic_load(&sum));
	return 0;
}
