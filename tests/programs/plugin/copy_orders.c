/* SPDX-License-Identifier: MIT */
/* copy_orders: two structures are copied onto each other, word by word or whole
 *
 * x is 7 0 and y is 1 2.  A copy that has read all of x before it stores any of
 * y, as libc's memcpy does, can leave x 1 2 and y 7 0, although y.a is set to 4
 * after x was copied.  One that stores each word before it reads the next
 * cannot, and that is how scarp makes it: so it may not say that nothing else
 * is possible.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DCALL
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DFILL
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DTEXT
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DHALF
 * verdict: verified
 * races: some
 */
#include "test.h"

#ifdef HALF
struct pair {
	long a;
};
static struct pair x = {7}, y = {1};
#else
struct pair {
	long a, b;
};
static struct pair x = {7, 0}, y = {1, 2};
#endif
static char text[32] = "a text of more than 8";

__attribute__((noinline, noipa)) void copy(
	struct pair *to, const struct pair *from)
{
#if defined(CALL)
	memcpy(to, from, sizeof *to);
#elif defined(FILL)
	(void)from;
	memset(to, 0, sizeof *to);
#else
	*to = *from;
#endif
}

static void *other(void *unused)
{
#ifdef TEXT
	text[12] = text[0] = 'b';
#endif
	copy(&x, &y);
	*(volatile long *)&y.a = 4;
	return NULL;
}

int main(void)
{
	pthread_t t = start(other, NULL);

#ifdef TEXT
	printf("%zu\n", strlen(text));
#else
	copy(&y, &x);
#endif
	finish(t);
	printf("%ld %ld\n", x.a, y.a);
	return 0;
}
