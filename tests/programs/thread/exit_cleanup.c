/* SPDX-License-Identifier: MIT */
/* exit_cleanup: pthread_exit deep in calls runs the cleanup handlers, last
 * first, then the key destructors, and the value reaches the join
 *
 * A handler popped with 0 does not run; one popped with 1 runs where it is.
 *
 * check: --exhaustive
 * verdict: verified
 * states: p21k,value=9
 * native: sc
 */
#include "test.h"

static char trail[16];
static size_t length;
static atomic_int x;

static void note(void *letter)
{
	atomic_fetch_add(&x, 1); /* here another thread may run */
	trail[length++] = *(char *)letter;
}

static void deep(int levels)
{
	if (levels == 0)
		pthread_exit((void *)9);
	deep(levels - 1);
}

static void *work(void *unused)
{
	pthread_key_t key;

	pthread_key_create(&key, note);
	pthread_setspecific(key, "k");
	pthread_cleanup_push(note, "1");
	pthread_cleanup_push(note, "0");
	pthread_cleanup_pop(0);
	pthread_cleanup_push(note, "p");
	pthread_cleanup_pop(1);
	pthread_cleanup_push(note, "2");
	deep(3);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	void *value;

	atomic_fetch_add(&x, 1);
	value = finish(t);
	printf("%s,value=%d\n", trail, (int)(intptr_t)value);
	return 0;
}
