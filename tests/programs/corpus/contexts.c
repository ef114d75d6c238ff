/* SPDX-License-Identifier: MIT */
/* contexts: two contexts of an interpreter are destroyed at once
 *
 * A model of the end of an interpreter with two contexts. Each takes itself
 * out of the list, and the last one destroys the table of names; the other
 * one still sweeps that table, without the lock. It has to be stopped
 * between the two.
 *
 * check:
 * verdict: bug use_after_free
 * depth: 1
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <pthread.h>
#include <stdlib.h>

enum {
	CONTEXTS = 2,
	NAMES = 2
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int contexts = CONTEXTS;
static int *names;

static void sweep(void)
{
	for (int i = 0; i < NAMES; i++)
		names[i] = 0; /* BUG */
}

static void *destroy(void *unused)
{
	int last;

	pthread_mutex_lock(&m);
	last = --contexts == 0;
#ifdef RIGHT
	if (!last)
		sweep();
#endif
	pthread_mutex_unlock(&m);
#ifndef RIGHT
	if (!last)
		sweep();
#endif
	if (last)
		free(names);
	return unused;
}

int main(void)
{
	pthread_t t[CONTEXTS];

	names = calloc(NAMES, sizeof *names);
	for (int i = 0; i < CONTEXTS; i++)
		pthread_create(&t[i], NULL, destroy, NULL);
	for (int i = 0; i < CONTEXTS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
