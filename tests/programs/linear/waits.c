/* SPDX-License-Identifier: MIT */
/* waits: one thread writes, then lets another one read, which waits for that in
 * a loop.  Whether it goes round in vain depends on when it is let: nothing is
 * claimed of other orders, and each is executed.  (A judgement of each trace
 * would say the same here: the read comes behind the write in all orders.)
 *
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 * says: so each order is executed
 * check: --exhaustive --turns all
 * verdict: verified
 * says: so each order is executed
 * check: --exhaustive -j 2
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, written;

static void *writes(void *unused)
{
	SCARP_OPERATION(&x, "write", atomic_store(&x, 1), (SCARP_NUMBER(1)),
		SCARP_NOTHING);
	atomic_store(&written, 1);
	return unused;
}

static void *reads(void *unused)
{
	int got;

	while (!atomic_load(&written))
		;
	SCARP_OPERATION(
		&x, "read", got = atomic_load(&x), (), SCARP_NUMBER(got));
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&x, "register");
	pthread_create(&a, NULL, writes, NULL);
	pthread_create(&b, NULL, reads, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
