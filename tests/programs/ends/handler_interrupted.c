/* SPDX-License-Identifier: MIT */
/* handler_interrupted: another thread may run in the middle of an atexit
 * handler and of a destructor of the program
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: 0000 0001 0011 0111 1111
 */
#include "test.h"

static atomic_int x;

static void look(void)
{
	printf("%d", atomic_load(&x));
	printf("%d", atomic_load(&x));
}

__attribute__((destructor)) static void destroy(void)
{
	look();
}

static void *work(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

int main(void)
{
	atexit(look);
	start(work, NULL);
	return 0;
}
