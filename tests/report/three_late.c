/* SPDX-License-Identifier: MIT */
/* Three stores of one thread are late, which the assertion takes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int x, y, z;
static atomic_int w;
static int early;

static void *f(void *unused)
{
	x = 1;
	y = 1;
	z = 1;
	early = !w;
	return unused;
}

int main(void)
{
	pthread_t a;
	int late;

	pthread_create(&a, NULL, f, NULL);
	w = 1;
	late = !x && !y && !z;
	pthread_join(a, NULL);
	assert(!(early && late));
}
