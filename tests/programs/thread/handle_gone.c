/* SPDX-License-Identifier: MIT */
/* handle_gone: the handle of a thread that was joined, or that nobody has:
 * glibc looks into a control block that may be unmapped
 *
 * verdict: bug join_error
 * native: exits 0 -11
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_cancel(t)
 * says: pthread_cancel of a thread that does not exist
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_kill(t,0)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_getschedparam(t,&policy,&p)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_setschedparam(t,SCHED_OTHER,&p)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_setschedprio(t,0)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_getname_np(t,name,16)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_setname_np(t,name)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_getcpuclockid(t,&clock)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_getaffinity_np(t,sizeof(set),&set)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_setaffinity_np(t,sizeof(set),&set)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_getattr_np(t,&attr)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_cancel(t) -DNEVER
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_kill(t,0) -DBESIDE
 */
#include "test.h"

#include <sched.h>
#include <signal.h>

static pthread_t t;

static void *nothing(void *arg)
{
	return arg;
}

static void *asks(void *arg)
{
	static struct sched_param p;
	static char name[16];
	static int policy;
	static clockid_t clock;
	static cpu_set_t set = {{1}};
	static pthread_attr_t attr;

	CALL; /* BUG */
	(void)p, (void)name, (void)policy, (void)clock, (void)set, (void)attr;
	return arg;
}

int main(void)
{
#ifdef BESIDE
	pthread_t other;
#endif

#ifndef NEVER
	t = start(nothing, NULL);
#endif
#ifdef BESIDE
	other = start(asks, NULL);
	finish(t);
	finish(other);
#else
#ifndef NEVER
	finish(t);
#endif
	asks(NULL);
#endif
	return 0;
}
