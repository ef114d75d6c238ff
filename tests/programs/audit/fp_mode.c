/* SPDX-License-Identifier: MIT */
/* fp_mode: rounding that stays changed, by a function that no link can see
 *
 * Programs that call fesetround by its name have the words switched with their
 * threads.  Two additions: 2 executions, each begins with rounding to nearest
 * (0).
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * flags: -lm
 * verdict: verified
 * executions: 2
 * states: 0
 * says: floating-point control words: MXCSR 0x7f80, x87 0xf7f, were 0x1f80 and
 * 0x37f says: starting again in fork mode
 */
#include "test.h"

#include <dlfcn.h>
#include <fenv.h>

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	int before = fegetround();
	int (*set)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "fesetround");
	pthread_t t = start(work, NULL);

	atomic_fetch_add(&x, 1);
	set(FE_TOWARDZERO);
	finish(t);
	printf("%d\n", before);
	return 0;
}
