/* SPDX-License-Identifier: MIT */
/* attributes: stack size and bounds are what was asked for, and the truth
 *
 * check: --exhaustive
 * verdict: verified
 * states: inside,large-enough
 * native: sc
 */
#include "test.h"

static void *work(void *unused)
{
	pthread_attr_t attr;
	char *low, here;
	size_t size;

	assert(pthread_getattr_np(pthread_self(), &attr) == 0);
	assert(pthread_attr_getstack(&attr, (void **)&low, &size) == 0);
	pthread_attr_destroy(&attr);
	assert(&here > low && &here < low + size);
	assert(size >= 1 << 20);
	return NULL;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
	assert(pthread_create(&t, &attr, work, NULL) == 0);
	pthread_attr_destroy(&attr);
	finish(t);
	work(NULL);
	printf("inside,large-enough\n");
	return 0;
}
