/* SPDX-License-Identifier: MIT */
/* assigned_filtered: one instruction writes over a spin lock again and again,
 * and nothing happens between but that it is locked
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 *
 * check: --exhaustive --turns all
 * verdict: verified
 * races: none
 */
#include "test.h"

static pthread_spinlock_t s;

int main(void)
{
	for (int i = 0; i < 3; i++) {
		s = 1; /* free, on this machine */
		assert(pthread_spin_lock(&s) == 0);
	}
	return 0;
}
