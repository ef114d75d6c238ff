/* SPDX-License-Identifier: MIT */
/* unknown_forms: what gcc's plugin does not know is compiled, runs, and is a
 * hole by file and line
 *
 * verdict: partial
 * holes: unannounced
 * modes: checkpoint
 * compilers: gcc
 *
 * check: --exhaustive
 * flags: -DAPPLY
 * says: (access of an unknown form __builtin_apply (
 * says: unknown_forms.c:41)
 *
 * check: --exhaustive
 * flags: -DAPPLY -O0
 * says: (access of an unknown form __builtin_apply (
 *
 * check: --exhaustive
 * flags: -DVARIABLE
 * says: (access of an unknown form result of variable size (
 * says: unknown_forms.c:66)
 *
 * check: --exhaustive
 * flags: -DVARIABLE -O0
 * says: (access of an unknown form result of variable size (
 */
#include "test.h"

#ifdef APPLY
__attribute__((noinline)) int subtract(int a, int b)
{
	return a - b;
}

/* Calls it with the arguments that it was called with itself. */
__attribute__((noinline)) int as_it_came(int a, int b)
{
	void *arguments = __builtin_apply_args();

	__builtin_return(
		__builtin_apply((void (*)(void))subtract, arguments, 64));
}

int main(void)
{
	assert(as_it_came(7, 4) == 3);
	return 0;
}
#else
__attribute__((noinline)) static int sum(int n)
{
	struct sized {
		char c[n];
	};
	struct sized one, *to = &one;

	__attribute__((noinline)) struct sized with(struct sized x, int last)
	{
		x.c[n - 1] = last;
		return x;
	}

	__asm__("" : "+r"(to)); /* hides where it points to */
	memset(to, 1, n);
	*to = with(*to, 5);
	return to->c[0] + to->c[n - 1];
}

int main(void)
{
	assert(sum(9) == 6);
	return 0;
}
#endif
