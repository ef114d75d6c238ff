/* SPDX-License-Identifier: MIT */
/* polls: a read looks up to 30 times whether something was written: alone it
 * takes as many steps, 31 with the last look.
 *
 * check: --exhaustive --progress
 * verdict: partial
 * holes: progress_bounded
 * exit: 0
 * says: no operation took more than 31 steps alone
 * check: --exhaustive --progress --progress-steps 10
 * verdict: partial
 * holes: progress_bounded progress_suspected
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static int gets(void)
{
	for (int i = 0; i < 30 && !atomic_load(&x); i++)
		;
	return atomic_load(&x);
}

static void *writes(void *unused)
{
	SCARP_OPERATION(&x, "write", atomic_store(&x, 1), (SCARP_NUMBER(1)),
		SCARP_NOTHING);
	return unused;
}

int main(void)
{
	pthread_t a;
	int got;

	scarp_specification(&x, "register");
	pthread_create(&a, NULL, writes, NULL);
	SCARP_OPERATION(&x, "read", got = gets(), (), SCARP_NUMBER(got));
	pthread_join(a, NULL);
	return 0;
}
