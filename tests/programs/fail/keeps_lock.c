/* SPDX-License-Identifier: MIT */
/* keeps_lock: who returns early because write failed forgets the lock
 *
 * HOW 1 does not.  Only the second of the two threads waits for ever.
 *
 * check: --exhaustive --fail write --failures 2
 * flags: -DHOW=1
 * verdict: verified
 * states: 2 1 0
 *
 * check: --exhaustive
 * flags: -DHOW=0
 * verdict: verified
 *
 * check: --exhaustive --fail write
 * flags: -DHOW=0
 * verdict: bug deadlock
 * replays: 1
 * says: call write: fails, EIO
 *
 * check: --exhaustive --fail read,open,malloc
 * flags: -DHOW=0
 * verdict: verified
 * scope: failures never_called
 * says: at most one failed call of open in an execution; the test never made
 * some calls that --fail names (malloc and read)
 */
#include "test.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int end[2], sent;

static int say(void)
{
	pthread_mutex_lock(&lock);
	if (write(end[1], "x", 1) < 0) {
#if HOW == 1
		pthread_mutex_unlock(&lock);
#endif
		return -1;
	}
	sent++;
	pthread_mutex_unlock(&lock);
	return 0;
}

static void *says(void *unused)
{
	say();
	return NULL;
}

int main(void)
{
	pthread_t t;

	if (pipe(end))
		return 0;
	t = start(says, NULL);
	say();
	finish(t);
	printf("%d\n", sent);
	return 0;
}
