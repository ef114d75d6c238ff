/* SPDX-License-Identifier: MIT */
/* count_before_leaving: a loop that gives up at its third look, and is left by
 * a call behind that if it has found something
 *
 * Nobody sees a way out there: the function that is called ends the thread,
 * jumps, or makes an assumption; or the thread was asked to end.  Two looks
 * find nothing, the third one finds it and gives up: 1,1.
 *
 * check: --exhaustive
 * flags: -DLEAVE=ends
 * verdict: verified
 * states: 0,0 1,0 1,1
 *
 * check: --exhaustive
 * flags: -O0 -DLEAVE=ends
 * verdict: verified
 * states: 0,0 1,0 1,1
 *
 * check: --exhaustive
 * flags: -O0 -DLEAVE=jumps
 * verdict: verified
 * states: 0,0 1,0 1,1
 *
 * check: --exhaustive
 * flags: -O0 -DLEAVE=assumes
 * verdict: verified
 * states: 1,0 1,1
 * native: exits 77
 *
 * check: --exhaustive
 * flags: -DLEAVE=cancelled -DCANCELS
 * verdict: verified
 * states: 0,0 1,0 1,1
 *
 * A function of the test's that has a name of the library's.
 *
 * check: --exhaustive
 * flags: -O0 -DLEAVE=thrd_yield -DOWN
 * verdict: verified
 * states: 0,0 1,0 1,1
 *
 * A handler may jump as well.
 *
 * check: --exhaustive
 * flags: -DLEAVE=faults -DHANDLES
 * verdict: verified
 * states: 0,0 1,0 1,1
 */
#include "test.h"
#include "scarp/scarp.h"

#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static atomic_int x;
static jmp_buf before;
static int gave_up, found;
static pthread_t looking;

static __attribute__((noinline, noipa)) void ends(int seen)
{
	if (seen)
		pthread_exit(NULL);
}

static __attribute__((noinline, noipa)) void jumps(int seen)
{
	if (seen)
		longjmp(before, 1);
}

#ifdef OWN
static __attribute__((noinline)) void thrd_yield(int seen)
{
	ends(seen);
}
#endif

static void assumes(int seen)
{
	scarp_assume(!seen);
}

static void cancelled(int seen)
{
	(void)seen;
	usleep(0);
}

static void faults(int seen)
{
	int by = !seen;

	__asm__("" : "+r"(by));
	__asm__ volatile("" : : "r"(7 / by));
}

static void handle(int number)
{
	(void)number;
	siglongjmp(before, 1);
}

static __attribute__((noinline, noipa)) void look(void)
{
	int seen, n = 0;

	for (;;) {
		seen = atomic_load(&x);
		if (++n >= 3)
			break;
		LEAVE(seen);
	}
	gave_up = 1;
	found = seen;
}

static void *looks(void *unused)
{
	if (sigsetjmp(before, 1) == 0)
		look();
	return unused;
}

static void *set(void *unused)
{
#ifdef CANCELS
	pthread_cancel(looking);
#endif
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t;

#ifdef HANDLES
	signal(SIGFPE, handle);
#endif
	looking = start(looks, NULL);
	t = start(set, NULL);
	finish(t);
	pthread_join(looking, NULL);
	printf("%d,%d\n", gave_up, found);
	(void)ends, (void)jumps, (void)assumes, (void)cancelled, (void)faults;
	(void)handle;
	return 0;
}
