/* SPDX-License-Identifier: MIT */
/* Fails in every execution, and each takes a while without any operation. */
#include <assert.h>
#include <scarp/scarp.h>

int main(void)
{
	unsigned n = scarp_choose(1u << 20);
	unsigned long spent = 300000000;

	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(spent) : : "cc");
	assert(n > 1u << 20);
	return 0;
}
