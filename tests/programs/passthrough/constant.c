/* SPDX-License-Identifier: MIT */
/* constant: bytes that look like the call of a hook, and are none, stay
 *
 * Without scarp such calls are taken out of the code.  The constant that is
 * moved to a register begins with the bytes of a call that would lead to one;
 * it would begin with 0f then.
 *
 * check: --exhaustive
 * verdict: verified
 * states: e8,1
 */
#include "test.h"

static int shared;

int main(void)
{
	unsigned long value;

	shared++;
	/* movabs of e8, four bytes, and three zeros to rax */
	__asm__(".byte 0x48, 0xb8, 0xe8\n\t"
		".long __tsan_read4 - . - 4\n\t"
		".byte 0, 0, 0"
		: "=a"(value));
	printf("%lx,%d\n", value & 0xff, shared);
	return 0;
}
