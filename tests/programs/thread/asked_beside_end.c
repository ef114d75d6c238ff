/* SPDX-License-Identifier: MIT
 *
 * What is asked of a thread that ends at the same time: glibc 2.36 knows no
 * name of one that has ended (ENOENT, 2; or ESRCH, 3, if it ends once the
 * kernel's file of it is open), no policy and no clock (ESRCH, 3),
 * nor does the kernel know its number (-1).  Natively, with a wait for the end:
 * the same.
 *
 * check: --exhaustive
 * args: getname
 * verdict: verified
 * states: 0 2 3
 *
 * check: --exhaustive
 * args: setname
 * verdict: verified
 * states: 0 2 3
 *
 * check: --exhaustive
 * args: getparam
 * verdict: verified
 * states: 0 3
 *
 * check: --exhaustive
 * args: setparam
 * verdict: verified
 * states: 0 3
 *
 * check: --exhaustive
 * args: setprio
 * verdict: verified
 * states: 0 3
 *
 * check: --exhaustive
 * args: clock
 * verdict: verified
 * states: 0 3
 *
 * check: --exhaustive
 * args: policy
 * verdict: verified
 * states: 0 -1
 *
 * check: --exhaustive
 * args: affinity
 * verdict: verified
 * states: 0
 *
 * (beside a join: behind it the handle is nobody's)
 * check: --exhaustive
 * args: kill
 * verdict: bug join_error
 * native: prints 0
 */
#include "test.h"

#include <sched.h>
#include <semaphore.h>
#include <signal.h>

static pthread_t asked;
static sem_t begun;
static pid_t number;

static int get_name(void)
{
	char name[16];

	return pthread_getname_np(asked, name, sizeof name);
}

static int set_name(void)
{
	return pthread_setname_np(asked, "name");
}

static int get_param(void)
{
	struct sched_param p;
	int policy;

	return pthread_getschedparam(asked, &policy, &p);
}

static int set_param(void)
{
	struct sched_param p = {.sched_priority = 0};

	return pthread_setschedparam(asked, SCHED_OTHER, &p);
}

static int set_prio(void)
{
	return pthread_setschedprio(asked, 0);
}

static int clock_of(void)
{
	clockid_t clock;

	return pthread_getcpuclockid(asked, &clock);
}

static int policy_of(void)
{
	return sched_getscheduler(number);
}

static int affinity_of(void)
{
	cpu_set_t set;

	return pthread_getaffinity_np(asked, sizeof set, &set);
}

static int is_there(void)
{
	return pthread_kill(asked, 0); /* BUG */
}

static const struct {
	const char *name;
	int (*ask)(void);
} kinds[] = {
	{"getname", get_name},
	{"setname", set_name},
	{"getparam", get_param},
	{"setparam", set_param},
	{"setprio", set_prio},
	{"clock", clock_of},
	{"policy", policy_of},
	{"affinity", affinity_of},
	{"kill", is_there},
};

static unsigned kind;

static void *ends(void *unused)
{
	number = gettid();
	sem_post(&begun);
	return unused;
}

static void *asks(void *unused)
{
	printf("%d\n", kinds[kind].ask());
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;

	while (strcmp(kinds[kind].name, argv[argc - 1]) != 0)
		kind++;
	asked = start(ends, NULL);
	sem_wait(&begun);
	if (kinds[kind].ask != is_there) {
		asks(NULL);
		finish(asked);
		return 0;
	}
	t = start(asks, NULL);
	finish(asked);
	finish(t);
	return 0;
}
