/* SPDX-License-Identifier: MIT */
/* detached: a function returns while a detached thread still has the address of
 * its local
 *
 * Whether it writes before that or after is a matter of the schedule.
 *
 * check: --exhaustive
 * verdict: bug use_after_return
 *
 * check: --exhaustive --reduce none
 * verdict: bug use_after_return
 *
 * check: --exhaustive
 * flags: -DREAD
 * verdict: bug use_after_return
 *
 * check: --exhaustive
 * flags: -DATOMIC
 * verdict: bug use_after_return
 */
#include "test.h"
#include <semaphore.h>

static sem_t done;
static volatile int sink;

#ifdef ATOMIC
typedef atomic_int word;
#else
typedef int word;
#endif

static void *late(void *of_another)
{
	word *p = of_another;

#ifdef READ
	sink = *p; /* BUG */
#else
	*p = 1; /* BUG */
#endif
	sem_post(&done);
	return NULL;
}

static __attribute__((noinline)) void begin(void)
{
	word local = 0;
	pthread_t t = start(late, &local);

	pthread_detach(t);
}

int main(void)
{
	sem_init(&done, 0, 0);
	begin();
	sem_wait(&done);
	return 0;
}
