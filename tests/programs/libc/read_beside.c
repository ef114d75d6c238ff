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
 * check: --exhaustive --races=error
 * flags: -DCALL=6
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=7
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=8 -lm
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=9
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=10
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=11
 * verdict: bug data_race
 *
 * check: --exhaustive
 * flags: -DCALL=4
 * verdict: verified
 * races: none
 */
#include "test.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>

static char text[] = "Text";
static int policy;
static struct sched_param parameter;
static sigset_t signals;

static cpu_set_t processors;
static pthread_attr_t attributes;
static __float128 sine, cosine;
static struct stat status;
static char name[16];

void sincosf128(__float128 x, __float128 *sine, __float128 *cosine);

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
#elif CALL == 6 || CALL == 11
	((unsigned long *)&processors)[0] = 1;
#elif CALL == 7
	((char *)&attributes)[0] = 1;
#elif CALL == 8
	((char *)&cosine)[15] = 1;
#elif CALL == 9
	status.st_size = 1;
#elif CALL == 10
	name[15] = 1;
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
#elif CALL == 6
	pthread_attr_init(&attributes);
	pthread_attr_setaffinity_np(&attributes, 8, &processors);
#elif CALL == 7
	pthread_getattr_default_np(&attributes);
#elif CALL == 8
	sincosf128(0, &sine, &cosine);
#elif CALL == 9
	fstat(1, &status);
#elif CALL == 10
	prctl(PR_GET_NAME, name);
#elif CALL == 11
	differ = __sched_cpucount(sizeof processors, &processors) > 1;
#else
	assert(pthread_getschedparam(pthread_self(), &policy, &parameter) == 0);
#endif
	finish(t);
	return differ;
}
