/* SPDX-License-Identifier: MIT */
/* hidden_state: turns that carry something round where no hook is: how numbers
 * are rounded, a local that assembly changes
 *
 * T looks up to three times, or four, and leaves then.  1 comes before its
 * first look, its second, ..., or later.
 *
 * check: --exhaustive --turns erased
 * flags: -DROUNDING -lm
 * verdict: verified
 * states: 10 11 12 13 3
 * native: sc
 *
 * check: --exhaustive --turns erased
 * flags: -DASSEMBLY
 * verdict: verified
 * states: 10 11 12 3
 * native: sc
 *
 * (all turns: how numbers are rounded is put back, and a part of the place)
 * check: --exhaustive
 * flags: -DROUNDING -lm
 * verdict: verified
 * states: 10 11 12 13 3
 */
#include "test.h"
#include <fenv.h>

static atomic_int x, out;

#ifdef ROUNDING
static void *look(void *unused)
{
	int v, n = 0;

	fesetround(FE_TONEAREST);
	while (!(v = atomic_load(&x))) {
		int r = fegetround();

		if (r == FE_TOWARDZERO)
			break;
		fesetround(r == FE_TONEAREST  ? FE_DOWNWARD
			   : r == FE_DOWNWARD ? FE_UPWARD
					      : FE_TOWARDZERO);
	}
	n = fegetround() / (FE_TOWARDZERO / 3);
	fesetround(FE_TONEAREST);
	atomic_store(&out, v * 10 + n);
	return unused;
}
#else
static void *look(void *unused)
{
	long n = 0;
	int v;

	while (!(v = atomic_load(&x))) {
		__asm__ volatile("incq %0" : "+m"(n));
		if (n == 3)
			break;
	}
	atomic_store(&out, v * 10 + (int)n);
	return unused;
}
#endif

static void *put(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(look, NULL), u = start(put, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&out));
	return 0;
}
