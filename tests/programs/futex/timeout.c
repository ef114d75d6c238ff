/* SPDX-License-Identifier: MIT */
/* timeout: woken (0), timed out (ETIMEDOUT 110), or too late to sleep (EAGAIN
 * 11)
 *
 * check: --exhaustive
 * verdict: verified
 * states: errno=0 errno=110 errno=11
 * native: sc
 */
#include "futex.h"

static atomic_int word;

static void *wake(void *unused)
{
	atomic_store(&word, 1);
	futex_wake(&word, 1);
	return NULL;
}

int main(void)
{
	struct timespec moment = {0, 100000};
	pthread_t t = start(wake, NULL);
	long rc;

	errno = 0;
	rc = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &moment, NULL, 0);
	assert((rc == 0) == (errno == 0));
	finish(t);
	printf("errno=%d\n", errno);
	return 0;
}
