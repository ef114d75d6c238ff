/* SPDX-License-Identifier: MIT */
/* setjmp_keeps: what was computed before setjmp is there after its second
 * return
 *
 * clang calls that by name a builtin: with -fno-builtin alone it reuses the
 * stack slots of what only the second return reads.
 *
 * check: --exhaustive
 * flags: -O1
 * verdict: verified
 * states: 39
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: 39
 */
#include "test.h"
#include <setjmp.h>

static jmp_buf back;
static int two[2] = {1, 2};
static int sink;

__attribute__((noinline)) static int opaque(int i)
{
	__asm__ volatile("" : "+r"(i));
	return i;
}

/* Many values live across, so that some are on the stack; many new ones after
 * the first return, which would take their places. */
__attribute__((noinline)) static int spill(const int *p)
{
	const int a = opaque(1), b = opaque(2), c = opaque(3), d = opaque(4),
		  e = opaque(5), f = opaque(6), g = opaque(7), h = opaque(8);

	if (setjmp(back) == 0) {
		int k = opaque(11), l = opaque(12), m = opaque(13),
		    n = opaque(14), o = opaque(15), q = opaque(16),
		    r = opaque(17), s = opaque(18), t = opaque(19);

		for (int i = 0; i < 6; i++)
			sink += opaque(k) + opaque(l) + opaque(m) + opaque(n) +
				opaque(o) + opaque(q) + opaque(r) + opaque(s) +
				opaque(t);
		longjmp(back, 3);
	}
	return a + b + c + d + e + f + g + h + p[0] + p[1] - opaque(0);
}

static void *work(void *unused)
{
	return (void *)(intptr_t)spill(two);
}

int main(void)
{
	pthread_t t = start(work, NULL);

	printf("%d\n", (int)(intptr_t)finish(t));
	return 0;
}
