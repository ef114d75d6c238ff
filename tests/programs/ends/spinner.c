/* SPDX-License-Identifier: MIT */
/* spinner: main returns while a detached thread never stops: the process ends
 *
 * check: --exhaustive
 * flags: -DLOOP=while(!atomic_load(&never))
 * verdict: verified
 * states: ended
 * native: sc
 *
 * check: --exhaustive
 * flags: -DLOOP=while(!atomic_load(&never))sched_yield()
 * verdict: verified
 * states: ended
 * native: sc
 *
 * check: --exhaustive
 * flags: -DLOOP=for(;;)usleep(100)
 * verdict: verified
 * states: ended
 * native: sc
 *
 * check: --exhaustive
 * flags: -DLOOP=while(!plain)
 * verdict: verified
 * states: ended
 * native: sc
 *
 * check: --exhaustive
 * flags: -DLOOP=pthread_mutex_lock(&held)
 * verdict: verified
 * states: ended
 * native: sc
 */
#include "test.h"
#include <sched.h>

atomic_int never;
volatile int plain;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void *spin(void *unused)
{
	LOOP;
	return NULL;
}

int main(void)
{
	pthread_mutex_lock(&held);
	pthread_detach(start(spin, NULL));
	printf("ended\n");
	return 0;
}
