/* SPDX-License-Identifier: MIT */
/* refs_field: the one field that says that a condition variable was destroyed,
 * set back by hand
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DLEAVE
 * verdict: bug bad_object
 */
#include "test.h"

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	pthread_cond_destroy(&c);
#ifndef LEAVE
	c.__data.__wrefs = 0;
#endif
	pthread_cond_signal(&c); /* BUG */
	return 0;
}
