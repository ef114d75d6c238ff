/* SPDX-License-Identifier: MIT */
/* mprotect_ordered: what a lock orders is no race, and pages go back with the
 * search, whatever could be done with them
 *
 * Two threads open the page, add and shut it again, under a lock; a third adds
 * to something else.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * races: none
 * states: 3
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: 3
 */
#include "test.h"

#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int *page;

static void *adds(void *by)
{
	pthread_mutex_lock(&lock);
	assert(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
	page[7] += (int)(intptr_t)by;
	assert(mprotect(page, 4096, PROT_NONE) == 0);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *elsewhere(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t = start(adds, (void *)1), u = start(adds, (void *)2),
		  v = start(elsewhere, NULL);

	finish(t);
	finish(u);
	finish(v);
	assert(mprotect(page, 4096, PROT_READ) == 0);
	printf("%d\n", page[7]);
	return 0;
}
