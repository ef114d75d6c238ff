/* SPDX-License-Identifier: MIT */
/* assembly_counts: as stack_counts, but what stores is inline assembly, which
 * is a hole from where it is made
 *
 * Seven turns without the flag are one execution, which ends with set=0; so the
 * loop's turns are all kept as soon as one was made.  So are those of a loop
 * that sleeps and reads the clock, which waits else (idle_poll): here forty of
 * them end it, which a variable counts.  Where such assembly is never made,
 * there is no hole, and the loop waits.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: unannounced
 * states: set=0 set=1
 * says: announced (inline assembly (
 * says: assembly_counts.c:45))
 *
 * check: --exhaustive
 * verdict: partial
 * holes: unannounced
 * modes: fork
 * args: sleeps
 * states: set=0 set=1
 *
 * check: --exhaustive
 * verdict: verified
 * scope: clock_waits
 * args: waits
 * states: set=1
 * silent: all turns of loops
 */
#include "test.h"

#include <time.h>
#include <unistd.h>

static atomic_int flag;
static int all;

/* Nobody sees the store, nor the load. */
__attribute__((noinline)) static int more(int *turns, int most)
{
	int n;

	__asm__ volatile("incl (%1)\n\tmovl (%1), %0"
			 : "=r"(n)
			 : "r"(turns)
			 : "memory", "cc");
	return n < most;
}

static void *work(void *unused)
{
	atomic_store(&flag, 1);
	return unused;
}

static int counts(void)
{
	int turns = 0, set;

	do
		set = atomic_load(&flag);
	while (!set && more(&turns, 8));
	return set;
}

static void passes(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	usleep(1000);
}

static int sleeps(void)
{
	int set;

	do
		passes();
	while (!(set = atomic_load(&flag)) && more(&all, 40));
	return set;
}

static int waits(void)
{
	while (!atomic_load(&flag))
		passes();
	return 1;
}

int main(int argc, char **argv)
{
	pthread_t t = start(work, NULL);
	int set = argc == 1 ? counts() : *argv[1] == 's' ? sleeps() : waits();

	finish(t);
	printf("set=%d\n", set);
	return 0;
}
