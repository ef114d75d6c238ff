/* SPDX-License-Identifier: MIT */
/* not_modelled: calls on files that scarp refuses, rather than answer wrongly
 *
 * check: --exhaustive
 * verdict: error
 */
#include "test.h"

#include <sys/mman.h>

int main(void)
{
	int file = memfd_create("file", 0);

	assert(ftruncate(file, 9) == 0);
	return lseek(file, 0, SEEK_DATA) != -1; /* there is none: ENXIO */
}
