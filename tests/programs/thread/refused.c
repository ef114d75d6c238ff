/* SPDX-License-Identifier: MIT */
/* refused: what would need a kernel thread of the thread's own, or would change
 * all of them, ends the run with its name and line
 *
 * check: --exhaustive
 * flags: -DCALL=setuid(getuid())
 * verdict: error
 * says: setuid
 * says: refused.c:41
 *
 * check: --exhaustive
 * flags: -DCALL=setresgid(1,1,1)
 * verdict: error
 * says: setresgid
 *
 * check: --exhaustive
 * flags: -DCALL=setgroups(0,0)
 * verdict: error
 * says: setgroups
 * says: start scarp as the user that the test is to be
 */
#include "test.h"
#include <grp.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *unused)
{
	sem_wait(&s);
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	t = start(work, NULL);
	errno = 0;
	if (CALL != 0)
		abort();
	sem_post(&s);
	finish(t);
	return 0;
}
