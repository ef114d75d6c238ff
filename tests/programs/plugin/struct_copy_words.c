/* SPDX-License-Identifier: MIT */
/* struct_copy_words: two words that are copied are not copied at once, though
 * they are aligned as if; another thread may set both between the two
 *
 * check: --exhaustive
 * modes: checkpoint
 * verdict: partial
 * holes: may_tear
 * races: some
 * states: 00 01 10 11
 */
#include "test.h"

static struct part {
	_Alignas(16) long a, b;
} from, to;

static void *other(void *unused)
{
	from.a = 1;
	__asm__ volatile("" : : : "memory");
	from.b = 1;
	return unused;
}

int main(void)
{
	pthread_t t = start(other, NULL);

	to = from;
	finish(t);
	printf("%ld%ld\n", to.a, to.b);
	return 0;
}
