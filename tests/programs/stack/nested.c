/* SPDX-License-Identifier: MIT */
/* nested: a function within a function, which is called by code on the stack
 *
 * compilers: gcc
 *
 * check: --exhaustive
 * verdict: verified
 * flags: -Wl,-z,execstack
 * native: sc
 */
#include "test.h"

int main(void)
{
	int count = 0;
	void *add(void *unused)
	{
		__atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
		return unused;
	}
	pthread_t a = start(add, NULL), b = start(add, NULL);

	finish(a);
	finish(b);
	assert(count == 2);
	return 0;
}
