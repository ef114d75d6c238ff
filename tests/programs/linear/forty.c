/* SPDX-License-Identifier: MIT */
/* forty: more operations than the C library sorts without asking how much
 * memory there is, which was taken for a call of the test's
 *
 * By hand: a thread reads once, which is at each place among 40 writes.
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * silent: forked
 * modes: checkpoint
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *reads(void *unused)
{
	int got;

	SCARP_OPERATION(
		&x, "read", got = atomic_load(&x), (), SCARP_NUMBER(got));
	return unused;
}

int main(void)
{
	pthread_t t;

	scarp_specification(&x, "register");
	pthread_create(&t, NULL, reads, NULL);
	for (int i = 0; i < 40; i++)
		SCARP_OPERATION(&x, "write", atomic_store(&x, i % 3),
			(SCARP_NUMBER(i % 3)), SCARP_NOTHING);
	pthread_join(t, NULL);
	return 0;
}
