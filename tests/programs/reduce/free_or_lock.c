/* SPDX-License-Identifier: MIT */
/* free_or_lock: who locks a mutex in memory that another thread frees may come
 * before or after; nothing else orders the two
 *
 * The free belongs to a step that began with another operation.
 *
 * check: --exhaustive --stop-after 0 --reduce optimal
 * verdict: bug destroy_busy use_after_free
 *
 * check: --exhaustive --stop-after 0 --reduce source
 * verdict: bug destroy_busy use_after_free
 */
#include "test.h"

#include <stdlib.h>

static pthread_mutex_t *m;
static atomic_int y;

static void *frees(void *unused)
{
	atomic_store(&y, 1);
	free(m);
	return NULL;
}

static void *locks(void *unused)
{
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
	return NULL;
}

int main(void)
{
	pthread_t s, t;

	m = malloc(sizeof *m);
	pthread_mutex_init(m, NULL);
	s = start(locks, NULL);
	t = start(frees, NULL);
	finish(s);
	finish(t);
	return atomic_load(&y) != 1; /* or the store is none */
}
