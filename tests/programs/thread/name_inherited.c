/* SPDX-License-Identifier: MIT
 *
 * A new thread has its creator's name.  Where another thread may set that at
 * the same time it has the one or the other; creating a thread is no decision
 * point, so that one order alone is tried, which is said.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: names_inherited
 *
 * check: --exhaustive
 * flags: -DBEFORE
 * verdict: partial
 * holes: names_inherited
 *
 * (the last one that was created sets it)
 * check: --exhaustive
 * flags: -DLAST
 * verdict: verified
 */
#include "test.h"

#include <semaphore.h>

static pthread_t first;
static sem_t set;

static void *says(void *unused)
{
	char name[16];

	pthread_getname_np(pthread_self(), name, sizeof name);
	puts(name);
	return unused;
}

static void *sets(void *unused)
{
	pthread_setname_np(first, "other");
	sem_post(&set);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	first = pthread_self();
	pthread_setname_np(first, "own");
	sem_init(&set, 0, 0);
#ifdef LAST
	b = start(says, NULL);
#endif
	a = start(sets, NULL);
#ifdef BEFORE
	sem_wait(&set);
#endif
#ifndef LAST
	b = start(says, NULL);
#endif
	finish(a);
	finish(b);
	return 0;
}
