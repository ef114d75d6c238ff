/* SPDX-License-Identifier: MIT */
/* waits_for: the same loop waits for another value, which is in a register, or
 * in an argument on the stack
 *
 * With the first one 0 is what comes to nothing, with the second one it leaves:
 * also before z is set.
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 0 1
 * blocked: 0
 * native: sc
 *
 * check: --exhaustive --turns erased
 * flags: -DIN_A_REGISTER
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive --turns erased
 * flags: -DON_THE_STACK
 * verdict: verified
 * states: 0 1
 */
#include "test.h"

static atomic_int x, met, z, rounds;

#ifdef ON_THE_STACK
struct wanted {
	volatile int value;
	long more[8];
};
#define WANTED(n) ((struct wanted){n, {0}})
#define VALUE(w) w.value
#else
struct wanted {
	int value;
};
#define WANTED(n) ((struct wanted){n})
#define VALUE(w) w.value
#endif

static __attribute__((noinline, unused)) void wait_for(struct wanted w)
{
	while (atomic_load(&x) != VALUE(w))
		;
}

/* In one frame, with nothing on the stack. */
static __attribute__((noinline, noclone, unused)) void wait_down_from(
	int wanted)
{
	__asm__("" : "+r"(wanted));
	for (; wanted >= 0; wanted--) {
		atomic_fetch_add(&rounds, 1); /* two loops, not one */
		while (atomic_load(&x) != wanted)
			;
		if (wanted)
			atomic_store(&met, 1);
	}
}

static void *change(void *unused)
{
	atomic_store(&x, 1);
	while (!atomic_load(&met))
		;
	atomic_store(&x, 0);
	atomic_store(&z, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(change, NULL);
	int late;

#ifdef IN_A_REGISTER
	wait_down_from(1);
#else
	wait_for(WANTED(1));
	atomic_store(&met, 1);
	wait_for(WANTED(0));
#endif
	late = atomic_load(&z);
	finish(t);
	printf("%d\n", late);
	return 0;
}
