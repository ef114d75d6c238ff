/* SPDX-License-Identifier: MIT */
/* number_given_twice - a number is read and counted on in two steps, each of
 * them atomic; a check function compares what both have got
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int next, calls;
static int got[2];

static int number(void)
{
	int n = atomic_load(&next); /* decisive: first */

	atomic_fetch_add(&calls, 1);
	atomic_store(&next, n + 1); /* decisive: second */
	return n;
}

static void *take(void *where)
{
	*(int *)where = number();
	atomic_fetch_add(&calls, 1);
	return NULL;
}

static bool differ(const int *a, const int *b)
{
	return *a != *b;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, take, &got[0]);
	pthread_create(&b, NULL, take, &got[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(atomic_load(&calls) == 4);
	assert(differ(&got[0], &got[1]));
	return 0;
}
