/* SPDX-License-Identifier: MIT */
/* numbers: the lowest free one, whoever asks; what is closed is free again, in
 * the next execution as at first
 *
 * Two threads take one number each: who comes first gets 3.  One of them closes
 * its number again, and takes another: that one is the lowest then.  Main joins
 * that one first (j), so the other has 5 places:
 *
 *   a c d j b and a c d b j: a=3 d=3 b=4      a c b d j: a=3 b=3 d=4
 *   a b c d j: a=3 b=4 d=3                    b a c d j: b=3 a=4 d=4
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 5
 * states: a=3,d=3,b=4 a=3,d=4,b=3 a=4,d=4,b=3
 * native: sc
 */
#include "test.h"

static int a, b, d;

static void *closes(void *unused)
{
	a = dup(0);
	close(a);
	d = dup(0);
	return NULL;
}

static void *keeps(void *unused)
{
	b = dup(0);
	return NULL;
}

int main(void)
{
	pthread_t t = start(closes, NULL), u = start(keeps, NULL);

	finish(t);
	finish(u);
	printf("a=%d,d=%d,b=%d\n", a, d, b);
	return 0;
}
