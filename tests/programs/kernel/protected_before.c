/* SPDX-License-Identifier: MIT */
/* protected_before: who finds no unit of a semaphore stores that it waits,
 * which read-only memory does not take
 *
 * check: --exhaustive
 * verdict: bug crash
 */
#include "test.h"

#include <semaphore.h>
#include <sys/mman.h>

int main(void)
{
	sem_t *s = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	sem_init(s, 0, 0);
	mprotect(s, 4096, PROT_READ);
	sem_wait(s); /* BUG */
	return 0;
}
