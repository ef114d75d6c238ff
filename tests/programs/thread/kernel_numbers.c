/* SPDX-License-Identifier: MIT */
/* kernel_numbers: the kernel numbers threads as they are created; here each has
 * its number in every execution, which is said
 *
 * check: --exhaustive
 * verdict: verified
 * scope: fixed_numbers
 * native: exits -6
 *
 * check: --exhaustive
 * flags: -DMAIN
 * verdict: verified
 * silent: gettid
 */
#include "test.h"

static pid_t number[2];

static void *asks(void *arg)
{
#ifndef MAIN
	*(pid_t *)arg = gettid();
#endif
	return NULL;
}

static void *creates(void *arg)
{
	finish(start(asks, arg));
	return NULL;
}

int main(void)
{
	pthread_t a = start(creates, &number[0]),
		  b = start(creates, &number[1]);

	assert(gettid() == getpid());
	finish(a);
	finish(b);
	assert(number[0] <= number[1]);
	return 0;
}
