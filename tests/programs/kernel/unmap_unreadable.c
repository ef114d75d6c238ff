/* SPDX-License-Identifier: MIT */
/* unmap_unreadable: pages that nobody may read are given back
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * native: sc
 */
#include "test.h"

#include <sys/mman.h>

static void *maps(void *unused)
{
	void *p =
		mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(p != MAP_FAILED);
	assert(munmap(p, 8192) == 0);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, maps, NULL);
	maps(NULL);
	pthread_join(t, NULL);
	return 0;
}
