/* SPDX-License-Identifier: MIT */
/* select_left: what select says is left of its time is less where another
 * thread has slept meanwhile; and it reads its sets also where it fails
 *
 * check: --exhaustive
 * flags: -DLEFT
 * verdict: verified
 * states: over 0 1
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * verdict: verified
 * races: some
 */
#include "test.h"

#include <errno.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];
static fd_set set;

static void *writes(void *arg)
{
	assert(write(ends[1], "x", 1) == 1);
	return arg;
}

static void *sleeps(void *arg)
{
	usleep(1000);
	return arg;
}

static void *sets(void *arg)
{
	FD_SET(1, &set);
	return arg;
}

int main(void)
{
	struct timeval left = {1, 0};
	pthread_t t, u;

	FD_ZERO(&set);
#ifdef LEFT
	assert(pipe(ends) == 0);
	t = start(writes, NULL);
	u = start(sleeps, NULL);
	FD_SET(ends[0], &set);
	if (select(64, &set, NULL, NULL, &left) == 1)
		printf("%d\n", left.tv_sec == 1);
	else
		printf("over\n");
	finish(u);
#else
	(void)u, (void)writes, (void)sleeps, (void)left;
	FD_SET(63, &set);
	t = start(sets, NULL);
	assert(select(64, &set, NULL, NULL, NULL) == -1 && errno == EBADF);
#endif
	finish(t);
	return 0;
}
