/* SPDX-License-Identifier: MIT */
/* two_lives: a set of pointers from which a block is never taken; it is freed,
 * and its memory handed out again.  The new block is another one, and can be
 * added, though its address is the same.  As a number it would be there
 * already.
 *
 * check: --exhaustive --heap=reuse
 * verdict: verified
 */
#include <scarp/linearize.h>
#include <stdlib.h>

static int set;

static void add(void *p)
{
	SCARP_OPERATION(
		&set, "add", (void)0, (SCARP_POINTER(p)), SCARP_TRUTH(1));
}

int main(void)
{
	void *first, *second;

	scarp_specification(&set, "set");
	first = malloc(24);
	add(first);
	free(first);
	second = malloc(24);
	add(second);
	free(second);
	return 0;
}
