/* SPDX-License-Identifier: MIT */
/* spurious: a wait that ends for no reason, of a condition variable or a futex
 *
 * HOW 0: one thread, a timed wait: it times out, or ends for no reason. 2.
 * HOW 1: the same in a loop until it times out: 0 times for no reason, or 1. 2.
 * HOW 1, three times: 0 to 3. 4.
 * HOW 2: `if` in place of `while`: with the flag unset only a wake-up for no
 * reason goes on.
 * HOW 3: with `while`: nothing wrong.
 * HOW 4: as HOW 0 with a futex.
 *
 * check: --strategy dfs --spurious
 * flags: -DHOW=0
 * verdict: verified
 * executions: 2
 * states: early late
 *
 * check: --strategy dfs --spurious
 * flags: -DHOW=1
 * verdict: verified
 * executions: 2
 * states: 0 1
 * says: no more spurious wake-ups and failures
 * scope: few_spurious
 *
 * check: --strategy dfs --spurious --spurious-max 3
 * flags: -DHOW=1
 * verdict: verified
 * executions: 4
 * states: 0 1 2 3
 *
 * check: --exhaustive --spurious
 * flags: -DHOW=2
 * verdict: bug assertion
 *
 * check: --exhaustive
 * flags: -DHOW=2
 * verdict: verified
 * scope: no_spurious
 *
 * check: --exhaustive --spurious
 * flags: -DHOW=3
 * verdict: verified
 *
 * check: --exhaustive --spurious --reduce source
 * flags: -DHOW=3
 * verdict: verified
 *
 * check: --strategy dfs --spurious
 * flags: -DHOW=4
 * verdict: verified
 * executions: 2
 * states: early late
 */
#include "test.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag, word;
static const struct timespec soon = {1, 0};

static int timed(void)
{
	int rc;

	if (HOW == 4) {
		rc = (int)syscall(SYS_futex, &word, FUTEX_WAIT, 0, &soon, 0, 0);
		return rc == 0 ? 0 : errno;
	}
	pthread_mutex_lock(&m);
	rc = pthread_cond_timedwait(&c, &m, &soon);
	pthread_mutex_unlock(&m);
	return rc;
}

static void *waits(void *unused)
{
	pthread_mutex_lock(&m);
#if HOW == 2
	if (!flag)
#else
	while (!flag)
#endif
		pthread_cond_wait(&c, &m);
	assert(flag);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	int n = 0;
	pthread_t t;

	switch (HOW) {
	case 0:
	case 4:
		puts(timed() == 0 ? "early" : "late");
		return 0;
	case 1:
		while (timed() == 0)
			n++;
		printf("%d\n", n);
		return 0;
	default:
		t = start(waits, NULL);
		pthread_mutex_lock(&m);
		flag = 1;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
		finish(t);
		return 0;
	}
}
