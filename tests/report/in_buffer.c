/* SPDX-License-Identifier: MIT */
/* T2 reads x before T1's store to it is seen, T1 after. */
#include <assert.h>
#include <pthread.h>

static volatile int x, y, z;

static void *f(void *unused)
{
	x = 1;
	return x && y ? unused : NULL;
}

static void *g(void *unused)
{
	z = x;
	y = 1;
	return x ? unused : NULL;
}

int main(void)
{
	pthread_t a, b;
	void *r, *s;

	x = 0;
	pthread_create(&a, NULL, f, &a);
	pthread_create(&b, NULL, g, &b);
	pthread_join(a, &r);
	pthread_join(b, &s);
	assert(r || s);
}
