/* SPDX-License-Identifier: MIT */
/* last_flushes: the last thread to end leaves the process as exit(0) does, with
 * what stdout still holds
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 1
 * states: held
 * native: sc
 */
#include "test.h"

static void *prints(void *unused)
{
	printf("held");
	return NULL;
}

int main(void)
{
	start(prints, NULL);
	pthread_exit(NULL);
}
