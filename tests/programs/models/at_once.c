/* SPDX-License-Identifier: MIT */
/* at_once: a store that cannot be late comes after those before it
 *
 * Made at once it is a hole, since others might see it later; but not before
 * what its thread had stored until then.  By hand: who finds x finds y.
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * verdict: partial
 * holes: unbuffered
 * exit: 4
 *
 * check: --exhaustive --model tso
 * flags: -DTEXT
 * verdict: partial
 * holes: unbuffered
 * exit: 4
 *
 * check: --exhaustive --model tso
 * flags: -DASSEMBLY
 * verdict: partial
 * holes: unbuffered
 * exit: 4
 *
 * check: --exhaustive --model tso
 * flags: -DSCANNED
 * verdict: partial
 * exit: 4
 */
#include "test.h"

#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)

static char text[4];
static int x, y;

static void *other(void *unused)
{
	put(&y, 1);
#if defined TEXT
	strcpy(text, "1");
#elif defined ASSEMBLY
	__asm__ volatile("movl $1, %0" : "=m"(x));
#elif defined SCANNED
	sscanf("1", "%d", &x);
#else
	memset(&x, 1, sizeof x);
#endif
	return unused;
}

int main(void)
{
	pthread_t t = start(other, NULL);

	if (x || *(volatile char *)text)
		assert(get(&y) == 1);
	finish(t);
	return 0;
}
