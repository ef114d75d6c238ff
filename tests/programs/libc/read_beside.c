/* SPDX-License-Identifier: MIT */
/* read_beside: functions read, or fill in, what another thread writes
 *
 * check: --exhaustive
 * flags: -DCALL=0
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DCALL=1
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DCALL=2
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DCALL=3
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DCALL=5
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DCALL=4
 * verdict: verified
 * races: none
 */
#include "test.h"

#include <sched.h>
#include <signal.h>

static char text[] = "Text";
static int policy;
static struct sched_param parameter;
static sigset_t signals;

static void *change(void *unused)
{
#if CALL < 2
	text[1] = 'E';
#elif CALL == 2
	policy = -1;
#elif CALL == 3
	parameter.sched_priority = -1;
#elif CALL == 5
	((unsigned long *)&signals)[0] = 1;
#endif
	return NULL;
}

int main(void)
{
	pthread_t t = start(change, NULL);
	int differ = 0;

#if CALL == 0
	differ = strcasecmp(text, "text");
#elif CALL == 1
	differ = strncasecmp("text", text, 3);
#elif CALL == 5
	differ = sigismember(&signals, SIGUSR1);
#else
	assert(pthread_getschedparam(pthread_self(), &policy, &parameter) == 0);
#endif
	finish(t);
	return differ;
}
