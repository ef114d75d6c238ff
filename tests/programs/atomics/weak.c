/* SPDX-License-Identifier: MIT */
/* weak: a weak compare-and-swap does not fail for no reason, and that is said
 *
 * check: --exhaustive
 * verdict: verified
 * scope: no_weak_failure
 * says: no spurious failures of weak compare-and-swaps
 *
 * Of a strong one there is nothing to say.
 *
 * check: --exhaustive
 * flags: -DSTRONG
 * verdict: verified
 * silent: spurious
 */
#include "test.h"

static atomic_int x;

int main(void)
{
	int expected = 0;

#ifdef STRONG
	assert(atomic_compare_exchange_strong(&x, &expected, 1));
#else
	while (!atomic_compare_exchange_weak(&x, &expected, 1))
		expected = 0;
#endif
	return 0;
}
