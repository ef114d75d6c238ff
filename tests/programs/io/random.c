/* SPDX-License-Identifier: MIT */
/* random: rand() gives the same sequence in every execution, glibc's own
 *
 * After srand(1), which is how a program starts; ISO C.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1804289383,846930886,1804289383
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int a, b, c;

	atomic_fetch_add(&x, 1);
	a = rand();
	b = rand();
	srand(1);
	c = rand();
	finish(t);
	printf("%d,%d,%d\n", a, b, c);
	return 0;
}
