/* SPDX-License-Identifier: MIT */
/* bit_fields_inlined: fields of an element of an array, whose address is known
 * once a function is inlined: gcc's own passes must take what the plugin made
 *
 * check: --exhaustive
 * flags: --keep-O -O1
 * verdict: verified
 *
 * check: --exhaustive
 * flags: --keep-O -O2
 * verdict: verified
 *
 * check: --exhaustive
 * flags: --keep-O -O3
 * verdict: verified
 */
#include "test.h"

static struct {
	long before;
	struct {
		int a : 7, b : 12, c : 13;
	} bits;
} element[3];

static void set(int i, int value)
{
	element[i].bits.a = value;
	element[i].bits.b = value + 1;
	element[i].bits.c = -value;
}

int main(int argc, char **argv)
{
	set(0, argc);
	set(1, argc + 1);
	assert(element[0].bits.a == argc && element[0].bits.c == -argc);
	assert(element[1].bits.b == argc + 2);
	return 0;
}
