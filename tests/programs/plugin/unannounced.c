/* SPDX-License-Identifier: MIT */
/* unannounced: what no plugin can see is a hole by file and line
 *
 * verdict: partial
 * holes: unannounced
 * modes: checkpoint
 * fallback: fork
 *
 * check: --exhaustive
 * says: announced (inline assembly (
 * says: unannounced.c:35))
 *
 * check: --exhaustive
 * flags: -DFUNCTION
 * says: announced (no_sanitize function hidden (
 * says: unannounced.c:38))
 *
 * check: --exhaustive
 * flags: -DHARMLESS
 * verdict: verified
 */
#include "test.h"

long x;

#ifdef HARMLESS
static void hidden(void)
{
	__asm__ volatile("rep; nop\n\tmfence" : : : "memory");
	__asm__ volatile("" : "+r"(x) : : "memory");
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
