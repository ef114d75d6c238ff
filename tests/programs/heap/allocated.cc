/* SPDX-License-Identifier: MIT */
/* allocated: a block's place of allocation is the test's call, not what
 * libstdc++.so or libc does inside
 *
 * check: --exhaustive
 * flags: -DNEW
 * verdict: bug double_free
 * says: allocated by T0 at allocated.cc:32, freed by T0 at allocated.cc:36
 *
 * check: --exhaustive
 * flags: -DSTRDUP
 * verdict: bug heap_overflow
 * says: allocated by T0 at allocated.cc:33
 *
 * check: --exhaustive
 * flags: -DTHROWN -O0
 * verdict: bug use_after_free
 * says: allocated by T0 at allocated.cc:46
 */
#include <cstdlib>
#include <cstring>

struct block {
	int word[4];
};

static block *volatile b;
static char *volatile text;

int main()
{
	b = new block();
	text = strdup("abc");

#ifdef NEW
	delete b;
	delete b; /* BUG */
#endif
#ifdef STRDUP
	text[4] = 'd'; /* BUG */
#endif
#ifdef THROWN
	int *volatile kept = 0;

	try {
		throw 7;
	} catch (int &n) {
		kept = &n;
	}
	*kept = 8; /* BUG */
#endif
}
