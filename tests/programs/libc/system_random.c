/* SPDX-License-Identifier: MIT */
/* system_random: random numbers of the system are the same in every execution
 * and mode, others in every thread and at every call
 *
 * --exhaustive runs each order of two additions and the first join, which
 * follows the first thread's: 3. The numbers do not depend on it.  Since nobody
 * tried other numbers, that is no proof.
 *
 * check: --exhaustive --reduce none
 * verdict: partial
 * holes: assumed_random
 * distinct: 1
 * executions: 3
 */
#include "test.h"
#include <sys/auxv.h>
#include <sys/random.h>

static atomic_int x;

static void *work(void *at)
{
	unsigned long *drawn = at, more[4];

	assert(getrandom(drawn, sizeof *drawn, 0) == sizeof *drawn);
	atomic_fetch_add(&x, 1);
	assert(getentropy(more, sizeof more) == 0);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++)
			assert(more[i] != more[j] && more[i] != *drawn);
	*drawn ^= more[3];
	return NULL;
}

int main(void)
{
	unsigned long a = 0, b = 0;
	unsigned char one = 0x55, too_many[257];
	pthread_t t = start(work, &a), u = start(work, &b);
	const unsigned char *vector = (void *)getauxval(AT_RANDOM);

	finish(t);
	finish(u);
	assert(a != b);
	assert(getrandom(&one, 1, 0x1000) == -1 && errno == EINVAL);
	assert(getentropy(too_many, sizeof too_many) == -1 && errno == EIO);
	assert(getauxval(AT_PAGESZ) == 4096);
	printf("%lx,%lx,%02x%02x\n", a, b, vector[0], vector[15]);
	return 0;
}
