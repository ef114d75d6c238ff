/* SPDX-License-Identifier: MIT */
/* who_leaves: of two threads that leave the process either may be the first
 *
 * What status the process has hangs on that, so both are made.  By hand:
 * neither does anything else that another one sees, so there are two traces.
 *
 * check: --exhaustive
 * verdict: bug exit_status
 * native: exits 0 1
 *
 * check: --exhaustive --reduce source
 * verdict: bug exit_status
 * native: exits 0 1
 *
 * check: --exhaustive --reduce classic
 * verdict: bug exit_status
 * native: exits 0 1
 *
 * check: --exhaustive --reduce lazy
 * verdict: bug exit_status
 * native: exits 0 1
 *
 * check: --exhaustive --cache hbr
 * verdict: bug exit_status
 * native: exits 0 1
 *
 * check: --strategy ipb --bpor
 * verdict: bug exit_status
 * native: exits 0 1
 *
 * check: --exhaustive --stop-after 0 --expect-exit 1
 * verdict: bug exit_status
 * executions: 2
 * failed: 1
 * native: exits 0 1
 *
 * Three, each with its own status.
 *
 * check: --exhaustive --stop-after 0
 * flags: -DTHIRD
 * verdict: bug exit_status
 * executions: 3
 * failed: 2
 * native: exits 0 1 2
 *
 * Every other way to end the process.
 *
 * check: --exhaustive --stop-after 0
 * flags: -DLEAVE=_Exit
 * verdict: bug exit_status
 * executions: 2
 * failed: 1
 * native: exits 0 1
 *
 * quick_exit is two steps, with a list of handlers that is not the one of
 * main's return; nothing but who leaves matters.
 *
 * check: --exhaustive --stop-after 0
 * flags: -DLEAVE=quick_exit
 * verdict: bug exit_status
 * executions: 2
 * failed: 1
 * native: exits 0 1
 *
 * The first step of exit changes the list that the other exit finds.  Two
 * orders of that, and two who may leave.
 *
 * check: --exhaustive --stop-after 0
 * flags: -DLEAVE=exit
 * verdict: bug exit_status
 * executions: 4
 * failed: 2
 * native: exits 0 1
 *
 * The status that is expected, whoever leaves.
 *
 * check: --exhaustive
 * flags: -DSTATUS=0
 * verdict: verified
 * executions: 2
 * native: sc
 */
#include "test.h"

#ifndef LEAVE
#define LEAVE _exit
#endif
#ifndef STATUS
#define STATUS 1
#endif

static void *leave(void *status)
{
	LEAVE((int)(intptr_t)status);
	return NULL;
}

int main(void)
{
	start(leave, (void *)STATUS);
#ifdef THIRD
	start(leave, (void *)2);
#endif
	return 0;
}
