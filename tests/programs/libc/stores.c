/* SPDX-License-Identifier: MIT */
/* stores: what signal sets, frexp, modf and uname store is rewound
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0.75:3,0.25:3.0,member=1,x86_64
 * native: sc
 */
#include "test.h"
#include <math.h>
#include <signal.h>
#include <sys/utsname.h>

static struct {
	int exponent;
	double whole;
	sigset_t set;
	struct utsname name;
} out;
static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	static volatile double six = 6, more = 3.25;
	pthread_t t;
	double a, b;

	for (size_t i = 0; i < sizeof out; i++)
		assert(((const char *)&out)[i] == 0);
	t = start(work, NULL);
	a = frexp(six, &out.exponent);
	b = modf(more, &out.whole);
	sigemptyset(&out.set);
	sigaddset(&out.set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &out.set, NULL);
	assert(uname(&out.name) == 0);
	atomic_load(&x);
	finish(t);
	printf("%g:%d,%g:%.1f,member=%d,%s\n", a, out.exponent, b, out.whole,
		sigismember(&out.set, SIGUSR1), out.name.machine);
	return 0;
}
