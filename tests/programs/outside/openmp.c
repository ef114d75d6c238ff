/* SPDX-License-Identifier: MIT */
/* openmp: a parallel region is refused, by name and line, before its threads
 * begin
 *
 * compilers: gcc
 * flags: -fopenmp
 * native: prints 3
 *
 * check: --exhaustive
 * verdict: error
 * says: the test calls 'GOMP_parallel (OpenMP's threads wait for each other
 * says: openmp.c:24
 *
 * check:
 * verdict: error
 * says: the test calls 'GOMP_parallel (OpenMP's threads wait for each other
 */
#include "test.h"

int main(void)
{
	int sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 3; i++)
		sum += i;
	printf("%d\n", sum);
	return 0;
}
