/* SPDX-License-Identifier: MIT */
/* fault_places: where a fault is met, its handler is called once: in a hook, in
 * a function of the C library, in an atomic operation; and what is no fault, or
 * is blocked, or ignored, does not call it
 *
 * check: --exhaustive
 * flags: -DHOW=0
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=1
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=2
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=3
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=4
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=5
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DHOW=6
 * verdict: bug crash
 *
 * check: --exhaustive
 * flags: -DHOW=7
 * verdict: bug crash
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

static sigjmp_buf back;
static volatile int handled;
static volatile size_t length;
static char *volatile bad;

static void leave(int number)
{
	handled++;
	siglongjmp(back, number);
}

#define FAULTS(number, statement)                                              \
	do {                                                                   \
		int before_ = handled, met_ = sigsetjmp(back, 1);              \
		if (met_ == 0) {                                               \
			statement;                                             \
			abort();                                               \
		}                                                              \
		assert(met_ == number && handled == before_ + 1);              \
	} while (0)

static void block(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	assert(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
}

static bool blocked(int number)
{
	sigset_t set;

	assert(sigprocmask(SIG_BLOCK, NULL, &set) == 0);
	return sigismember(&set, number);
}

int main(void)
{
	signal(SIGSEGV, leave);
	signal(SIGILL, leave);
	switch (HOW) {
	case 0:
		FAULTS(SIGSEGV, *(volatile int *)bad = 1);
		FAULTS(SIGSEGV, length = (size_t) * (volatile char *)bad);
		bad = (char *)0xdead000000000000; /* no address at all */
		FAULTS(SIGSEGV, *(volatile int *)bad = 1);
		FAULTS(SIGILL, __builtin_trap());
		break;
	case 1:
		FAULTS(SIGSEGV, length = strlen(bad));
		FAULTS(SIGSEGV, memcpy(bad, (void *)&handled, 4));
		FAULTS(SIGSEGV, memset(bad, 0, 40000));
		break;
	case 2:
		FAULTS(SIGSEGV, __atomic_fetch_add((int *)bad, 1, 5));
		FAULTS(SIGSEGV, __atomic_store_n((int *)bad, 1, 5));
		break;
	case 3:
		bad = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
			-1, 0);
		FAULTS(SIGSEGV, *(volatile char *)(bad + 5000) = 1);
		FAULTS(SIGSEGV, ++*(volatile int *)(bad + 40));
		assert(munmap(bad, 8192) == 0 && handled == 2);
		break;
	case 4: /* siglongjmp puts the mask back, longjmp does not */
		if (sigsetjmp(back, 1) == 0) {
			block(SIGUSR1);
			*(volatile int *)bad = 1;
		}
		assert(!blocked(SIGUSR1) && !blocked(SIGSEGV));
		if (sigsetjmp(back, 0) == 0)
			*(volatile int *)bad = 1;
		assert(blocked(SIGSEGV) && handled == 2);
		break;
	case 5: {
		int *p = malloc(sizeof *p);

		free(p);
		if (sigsetjmp(back, 1) == 0)
			*(volatile int *)p = 1; /* BUG: though no fault */
		break;
	}
	case 6:
		signal(SIGSEGV, SIG_IGN);
		if (sigsetjmp(back, 1) == 0)
			*(volatile int *)bad = 1; /* BUG: nor ignored */
		break;
	default:
		block(SIGSEGV);
		if (sigsetjmp(back, 1) == 0)
			*(volatile int *)bad = 1; /* BUG: nor kept */
		break;
	}
	return 0;
}
