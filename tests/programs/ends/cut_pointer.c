/* SPDX-License-Identifier: MIT */
/* cut_pointer: what malloc returns goes through an int, as where it is called
 * without a declaration; no null pointer is near
 *
 * check: --exhaustive
 * verdict: bug crash
 * says: SIGSEGV at address 0x
 * says: the lower half of a pointer to allocated memory: it went through an int
 */
#include "test.h"
#include <stdint.h>

struct pair {
	int first, second;
};

int main(void)
{
	volatile int half = (int)(intptr_t)malloc(sizeof(struct pair));
	volatile struct pair *p = (struct pair *)(intptr_t)half;

	p->second = 1; /* BUG */
	return 0;
}
