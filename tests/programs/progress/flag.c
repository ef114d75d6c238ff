/* SPDX-License-Identifier: MIT */
/* flag: with IN a read waits for another thread's flag; without, its thread
 * does so before it calls the read, which is nobody's progress.
 *
 * check: --exhaustive --progress
 * verdict: partial
 * holes: progress_bounded
 * exit: 0
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef IN
#define IN 0
#endif

static atomic_int x, written;

static void waits(void)
{
	while (!atomic_load(&written))
		;
}

static void *writes(void *unused)
{
	SCARP_OPERATION(&x, "write", atomic_store(&x, 1), (SCARP_NUMBER(1)),
		SCARP_NOTHING);
	atomic_store(&written, 1);
	return unused;
}

static int gets(void)
{
	if (IN)
		waits();
	return atomic_load(&x);
}

static void *reads(void *unused)
{
	int got;

	if (!IN)
		waits();
	SCARP_OPERATION(&x, "read", got = gets(), (), SCARP_NUMBER(got));
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
