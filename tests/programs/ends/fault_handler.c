/* SPDX-License-Identifier: MIT */
/* fault_handler: the test's own handler of SIGSEGV or SIGFPE is called, on the
 * thread with the fault, and may leave by siglongjmp, end the process, or mend
 * what was wrong and return
 *
 * T1 and T2 each meet three faults of their own, whose handler takes a mutex,
 * and add one under that mutex afterwards.
 *
 * check: --exhaustive
 * flags: -DHOW=0
 * verdict: verified
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=1
 * verdict: verified
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=2
 * verdict: verified
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=3
 * verdict: bug crash
 *
 * check: --exhaustive
 * flags: -DHOW=4
 * verdict: bug crash
 *
 * check: --exhaustive
 * flags: -DHOW=5
 * verdict: verified
 * native: sc
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static __thread sigjmp_buf back;
static __thread int *volatile null;
static __thread void *where;
static __thread volatile int quotient;
static volatile int zero;
static int total, met;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *page;

static void leave(int number, siginfo_t *info, void *context)
{
	where = info->si_addr;
	pthread_mutex_lock(&m);
	met++;
	pthread_mutex_unlock(&m);
	siglongjmp(back, number);
}

static void mend(int number)
{
	assert(number == SIGSEGV);
	assert(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
}

static void at_once(int number)
{
	_exit(0);
}

static void nothing(int number)
{
	signal(number, SIG_DFL);
}

static int tries(void)
{
	switch (sigsetjmp(back, HOW != 4)) {
	case 0:
		*null = 1;
		return 0;
	case SIGSEGV:
		assert(where == NULL);
		return 1;
	default:
		return 0;
	}
}

static void *faults(void *unused)
{
	assert(tries() == 1);
	assert(tries() == 1);
	if (sigsetjmp(back, 1) == 0)
		quotient = 1000 / zero;
	pthread_mutex_lock(&m);
	total++;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void handler(void (*plain)(int))
{
	struct sigaction a = {0};

	if (plain) {
		a.sa_handler = plain;
	} else {
		a.sa_flags = SA_SIGINFO;
		a.sa_sigaction = leave;
	}
	assert(sigaction(SIGSEGV, &a, NULL) == 0);
	assert(sigaction(SIGFPE, &a, NULL) == 0);
}

int main(void)
{
	pthread_t a, b;

	switch (HOW) {
	case 0:
	case 4: /* as nobody put the mask back: the second one ends it */
		handler(NULL);
		pthread_create(&a, NULL, faults, NULL);
		pthread_create(&b, NULL, faults, NULL);
		pthread_join(a, NULL);
		pthread_join(b, NULL);
		assert(total == 2 && met == 6);
		return 0;
	case 1:
		page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
			-1, 0);
		handler(mend);
		page[7] = 3;
		assert(page[7] == 3);
		return 0;
	case 2:
		handler(at_once);
		*null = 1;
		return 1;
	case 3:
		handler(nothing);
		*null = 1; /* BUG: and once more, without a handler */
		return 1;
	default: {
		struct sigaction old;

		handler(NULL);
		if (sigsetjmp(back, 1) == 0)
			raise(SIGFPE);
		assert(sigaction(SIGFPE, NULL, &old) == 0);
		assert(old.sa_sigaction == leave);
		return 0;
	}
	}
}
