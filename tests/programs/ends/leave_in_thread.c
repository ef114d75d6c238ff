/* SPDX-License-Identifier: MIT */
/* leave_in_thread: _exit in a thread runs no handler and flushes no stream
 *
 * check: --exhaustive
 * verdict: verified
 * states: written
 * native: sc
 *
 * check: --exhaustive
 * flags: -DSTATUS=3
 * verdict: bug exit_status
 *
 * check: --exhaustive
 * flags: -DFUNCTION=_Exit
 * verdict: verified
 * states: written
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

#ifndef STATUS
#define STATUS 0
#endif
#ifndef FUNCTION
#define FUNCTION _exit
#endif

static sem_t never;

static void handler(void)
{
	assert(0);
}

static void *leave(void *unused)
{
	if (write(1, "written\n", 8) != 8)
		abort();
	FUNCTION(STATUS);
	return NULL;
}

int main(void)
{
	sem_init(&never, 0, 0);
	atexit(handler);
	start(leave, NULL);
	sem_wait(&never);
	return 1;
}
