/* SPDX-License-Identifier: MIT */
/* protect_wide: more memory than is watched is protected beside another thread
 *
 * Before there is one, and with 8 MiB or less, nothing is left out.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: wide_protection
 * exit: 4
 *
 * check: --exhaustive
 * flags: -DBYTES=0x800000
 * verdict: verified
 */
#include "test.h"

#include <sys/mman.h>

#ifndef BYTES
#define BYTES 0x800001
#endif

static atomic_int x;

static void *adds(void *unused)
{
	x++;
	return NULL;
}

int main(void)
{
	char *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(mprotect(p, BYTES, PROT_NONE) == 0);
	assert(mprotect(p, BYTES, PROT_READ | PROT_WRITE) == 0);
	pthread_t t = start(adds, NULL);

	assert(mprotect(p, BYTES, PROT_READ) == 0);
	finish(t);
	return 0;
}
