/* SPDX-License-Identifier: MIT */
/* crashes.c - three threads with atomic operations: some executions end the
 * process, and a fresh one goes on with the search
 *
 * The space is not known by hand: what matters is that all ways of going back
 * say the same of it.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;
static int *volatile nowhere;

static void *first(void *unused)
{
	atomic_store(&x, 1);
	if (atomic_load(&y) == 0)
		atomic_fetch_add(&x, 2);
	return unused;
}

static void *second(void *unused)
{
	atomic_store(&y, 1);
	if (atomic_load(&x) == 3)
		*nowhere = 1;
	return unused;
}

static void *third(void *unused)
{
	atomic_store(&z, 1);
	return unused;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_create(&c, NULL, third, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
