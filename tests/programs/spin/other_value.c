/* SPDX-License-Identifier: MIT */
/* other_value: the next iteration exchanges another value
 *
 * T makes turns of an exchange X and a load L; main stores 0, which the next L
 * takes to the X after it.  When that is pending, T is where it was, and what
 * it read is still there: it must go on even so, also before the stranger's
 * only operation.
 *
 * T is watched from its second X on and spins at the third.  So main's store
 * comes after i = 0 ... 4 operations of T.  Then T makes XLXLX if it is at an
 * X, else LXLX: r = 5 4 5 4 5.  The stranger's operation is anywhere before
 * its join: among i, the store, r and T's join there are i + r + 3 places, in
 * all 8 + 8 + 10 + 10 + 12.
 *
 * (The loop has two ways in.  At the head of one that has a single way the
 * value would be in a register that outlives calls, and seen as part of the
 * place.)
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 48
 * native: sc
 */
#include "test.h"

static atomic_int x = 1, y = 1, z;

static void *spin(void *in_the_middle)
{
	int v = 1;

	if (in_the_middle)
		goto exchange;
load:
	v = atomic_load(&y);
exchange:
	if (atomic_exchange(&x, v) == 1)
		goto load;
	return NULL;
}

static void *stranger(void *unused)
{
	atomic_store(&z, 1);
	return NULL;
}

int main(void)
{
	pthread_t s = start(stranger, NULL), t = start(spin, &x);

	atomic_store(&y, 0);
	finish(t);
	finish(s);
	assert(atomic_load(&z) == 1);
	return 0;
}
