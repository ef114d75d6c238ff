/* SPDX-License-Identifier: MIT */
/* again: a destructor that sets the value again is called again, four times in
 * all (PTHREAD_DESTRUCTOR_ITERATIONS), in every execution
 *
 * check: --exhaustive
 * verdict: verified
 * states: calls=4,4
 * native: sc
 */
#include "test.h"

static pthread_key_t key;

static void at_end(void *value)
{
	++*(int *)value;
	pthread_setspecific(key, value);
}

static void *use(void *value)
{
	pthread_setspecific(key, value);
	return NULL;
}

int main(void)
{
	int a = 0, b = 0;
	pthread_t s, t;

	pthread_key_create(&key, at_end);
	s = start(use, &a);
	t = start(use, &b);
	finish(s);
	finish(t);
	printf("calls=%d,%d\n", a, b);
	return 0;
}
