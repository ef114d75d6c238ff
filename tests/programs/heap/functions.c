/* SPDX-License-Identifier: MIT */
/* functions: what each allocation function promises
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: ended
 * executions: 1
 * native: sc
 */
#include "test.h"
#include <malloc.h>

int main(void)
{
	char *p = malloc(40), *q = calloc(10, 4), *zero = malloc(0);
	int *array;
	volatile size_t huge = SIZE_MAX / 2;
	void *aligned = NULL, *volatile none;

	assert(p && q && (uintptr_t)p % 16 == 0 && (uintptr_t)q % 16 == 0);
	for (int i = 0; i < 40; i++)
		assert(q[i] == 0);
	memset(p, 7, 40);
	p = realloc(p, 4000);
	for (int i = 0; i < 40; i++)
		assert(p[i] == 7);
	p = realloc(p, 10);
	assert(p[0] == 7 && p[9] == 7);
	array = reallocarray(NULL, 10, sizeof *array);
	array[9] = 1;
	none = reallocarray(NULL, huge, 4);
	assert(none == NULL);
	none = calloc(huge, 4);
	assert(none == NULL);
	assert(posix_memalign(&aligned, 4096, 100) == 0);
	assert((uintptr_t)aligned % 4096 == 0);
	free(aligned);
	aligned = aligned_alloc(256, 512);
	assert((uintptr_t)aligned % 256 == 0);
	assert(malloc_usable_size(aligned) >= 512);
	free(aligned);
	free(array);
	free(zero);
	free(p);
	free(q);
	printf("ended\n");
	return 0;
}
