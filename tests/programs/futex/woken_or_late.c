/* SPDX-License-Identifier: MIT
 *
 * A wait that ends by a wake or by time, beside an exchange that others do not
 * order.  The wake comes before the wait, wakes it, or comes when it is over:
 * three; the exchange stands before, between or behind the two stores: three.
 *
 * check: --exhaustive
 * verdict: verified
 * last_round: 9
 * states: late,0 late,3 late,4 woken,0 woken,3 woken,4
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: late,0 late,3 late,4 woken,0 woken,3 woken,4
 */
#include "test.h"

#include <linux/futex.h>
#include <sys/syscall.h>

static unsigned word;
static atomic_int x;
static int old;
static bool woken;

static void *waits(void *unused)
{
	static const struct timespec wait = {0, 1000000};

	woken = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &wait, NULL, 0) == 0;
	return unused;
}

static void *exchanges(void *unused)
{
	old = atomic_exchange(&x, 2);
	return unused;
}

static void *wakes(void *unused)
{
	atomic_store(&x, 3);
	atomic_store(&x, 4);
	syscall(SYS_futex, &word, FUTEX_WAKE, 9, NULL, NULL, 0);
	return unused;
}

int main(void)
{
	pthread_t a = start(waits, NULL), b = start(exchanges, NULL),
		  c = start(wakes, NULL);

	finish(a);
	finish(b);
	finish(c);
	printf("%s,%d\n", woken ? "woken" : "late", old);
	return 0;
}
