/* SPDX-License-Identifier: MIT */
/* cas_loop: a counter by compare-and-swap.  Alone it returns: obstruction-free.
 * That it is lock-free is not proven, and not said.
 *
 * Steps by hand: a load and an exchange; the other thread adds once, so that
 * one exchange may fail before: 3, alone behind that or not.
 *
 * check: --exhaustive --progress
 * verdict: partial
 * holes: progress_bounded
 * scope: progress_points
 * exit: 0
 * says: no operation took more than 3 steps alone
 * says: nor more than 3 in
 * check: --exhaustive --progress --reduce none
 * verdict: partial
 * holes: progress_bounded
 * exit: 0
 * says: no operation took more than 3 steps alone
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static int add(void)
{
	int old = atomic_load(&count);

	while (!atomic_compare_exchange_strong(&count, &old, old + 1))
		;
	return old;
}

static void *adds(void *unused)
{
	int old;

	SCARP_OPERATION(&count, "fetch_add", old = add(), (SCARP_NUMBER(1)),
		SCARP_NUMBER(old));
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&count, "counter");
	pthread_create(&a, NULL, adds, NULL);
	pthread_create(&b, NULL, adds, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
