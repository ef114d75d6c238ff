/* SPDX-License-Identifier: MIT */
/* Store buffering on two blocks; each thread looks at a third one before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *volatile x, *volatile y;
static int *volatile first;

static void *f(void *unused)
{
	first[0] = 1;
	x[0] = 1; /* x is late */
	return y[0] ? unused : NULL;
}

static void *g(void *unused)
{
	first[1] = first[0];
	y[0] = 1; /* y is late */
	return x[0] ? unused : NULL;
}

int main(void)
{
	pthread_t a, b;
	void *r, *s;

	x = calloc(1, sizeof *x);
	y = calloc(1, sizeof *y);
	first = calloc(2, sizeof *first);
	pthread_create(&a, NULL, f, &a);
	pthread_create(&b, NULL, g, &b);
	pthread_join(a, &r);
	pthread_join(b, &s);
	assert(r || s);
}
