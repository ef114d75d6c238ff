/* SPDX-License-Identifier: MIT */
/* returns: EAGAIN (11) when the word has another value; a wake says how many
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: wait=-1,errno=11,woken=0
 * executions: 1
 * native: sc
 */
#include "futex.h"

static atomic_int word;

int main(void)
{
	long wait = futex_wait(&word, 3);
	int why = errno;
	long woken = futex_wake(&word, 1);

	printf("wait=%ld,errno=%d,woken=%ld\n", wait, why, woken);
	return 0;
}
