/* SPDX-License-Identifier: MIT */
/* mutex: the same with a mutex: who has it is named.
 *
 * check: --exhaustive --progress
 * verdict: bug not_obstruction_free
 * replays: 1
 * says: it waits (lock) for what T
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int add(void)
{
	int old;

	pthread_mutex_lock(&lock); /* BUG */
	old = count++;
	pthread_mutex_unlock(&lock);
	return old;
}

static void *adds(void *unused)
{
	int old;

	SCARP_OPERATION(&count, "fetch_add", old = add(), (SCARP_NUMBER(1)),
		SCARP_NUMBER(old));
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&count, "counter");
	pthread_create(&a, NULL, adds, NULL);
	pthread_create(&b, NULL, adds, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
