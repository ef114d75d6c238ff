/* SPDX-License-Identifier: MIT */
/* qsort_switches: the other thread may run inside a comparison; equal elements
 * keep their order, as glibc's do
 *
 * check: --exhaustive
 * verdict: verified
 * states: 10,11,20,21,30,found=20
 * native: sc
 */
#include "test.h"

static atomic_int comparisons;
static int numbers[] = {30, 20, 10, 21, 11};

static int by_tens(const void *a, const void *b)
{
	atomic_fetch_add(&comparisons, 1);
	return *(const int *)a / 10 - *(const int *)b / 10;
}

static void *work(void *unused)
{
	atomic_fetch_add(&comparisons, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int key = 25, *found;

	assert(numbers[0] == 30 && numbers[4] == 11);
	qsort(numbers, 5, sizeof *numbers, by_tens);
	found = bsearch(&key, numbers, 5, sizeof *numbers, by_tens);
	finish(t);
	printf("%d,%d,%d,%d,%d,found=%d\n", numbers[0], numbers[1], numbers[2],
		numbers[3], numbers[4], *found / 10 * 10);
	return 0;
}
