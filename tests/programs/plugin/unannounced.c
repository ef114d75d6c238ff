/* SPDX-License-Identifier: MIT */
/* unannounced: what no plugin can see is a hole by file and line
 *
 * verdict: partial
 * holes: unannounced unseen_stores
 * modes: checkpoint
 * fallback: fork
 *
 * check: --exhaustive
 * says: announced (inline assembly (
 * says: unannounced.c:83))
 *
 * check: --exhaustive
 * flags: -DFUNCTION
 * says: announced (no_sanitize function hidden (
 * says: unannounced.c:86))
 *
 * check: --exhaustive
 * flags: -DSETJMP
 * says: announced (__builtin_setjmp (
 * says: unannounced.c:70))
 *
 * check: --exhaustive
 * flags: -DLONGJMP
 * says: announced (__builtin_setjmp (
 * says: unannounced.c:64))
 *
 * Assembly that is in the program, and never made, is none.
 *
 * check: --exhaustive
 * flags: -DNEVER
 * verdict: verified
 * silent: announced
 *
 * check: --exhaustive
 * flags: -DHARMLESS
 * verdict: verified
 */
#include "test.h"

long x;

#ifdef HARMLESS
/* A prefetch of what is not there any more does nothing. */
static void hidden(void)
{
	x = (long)malloc(8);
	free((void *)x);
	__asm__ volatile("prefetcht0 %0; prefetchnta %0" : : "m"(*(char *)x));
	__asm__ volatile("prefetchw (%0)" : : "r"(&x) : "memory");
	__asm__ volatile("clflush (%0)" : : "r"(&x) : "memory");
	__asm__ volatile("rep; nop\n\tmfence" : : : "memory");
	__asm__ volatile("" : "+r"(x) : : "memory");
	__asm__ volatile(".p2align 5");
	if (!x)
		__asm__ volatile("int3; int $3; int $0x3" : : : "memory");
}
#elif defined SETJMP || defined LONGJMP
static void *place[5];

__attribute__((noinline)) void back(void)
{
#ifdef LONGJMP
	__builtin_longjmp(place, 1);
#endif
}

static void hidden(void)
{
	if (__builtin_setjmp(place) == 0)
		back();
	x++;
}
#elif defined NEVER
static void hidden(void)
{
	if (x++ > 1)
		__asm__ volatile("int $0x80" : : : "memory");
}
#elif !defined FUNCTION
static void hidden(void)
{
	__asm__ volatile("incq (%0)" : : "r"(&x) : "memory", "cc");
}
#else
__attribute__((no_sanitize("thread"), noinline)) static void hidden(void)
{
	x++;
}
#endif

int main(void)
{
	hidden();
	return 0;
}
