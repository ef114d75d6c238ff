/* SPDX-License-Identifier: MIT */
/* mprotect_race: a page that one thread protects while another one writes to it
 *
 * The write comes before, and all is well, or after, and the process dies; and
 * the other way round with a page that can be used only later on (-DOPENS).
 *
 * check: --exhaustive
 * verdict: bug crash
 * races: some
 *
 * check: --exhaustive --reduce none
 * verdict: bug crash
 * races: some
 *
 * check: --exhaustive
 * flags: -DOPENS
 * verdict: bug crash
 */
#include "test.h"

#include <sys/mman.h>

#ifdef OPENS
enum {
	BEFORE = PROT_NONE,
	AFTER = PROT_READ | PROT_WRITE
};
#else
enum {
	BEFORE = PROT_READ | PROT_WRITE,
	AFTER = PROT_READ
};
#endif

static char *page;

static void *writes(void *unused)
{
	page[100] = 8; /* BUG */
	return NULL;
}

int main(void)
{
	page = mmap(NULL, 4096, BEFORE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t = start(writes, NULL);

	mprotect(page, 4096, AFTER);
	finish(t);
	printf("%d\n", page[100]);
	return 0;
}
