/* SPDX-License-Identifier: MIT */
/* constant: a call that gcc folds is a constant with scarp, too
 *
 * As natively, each may stand where the language wants a constant. A call that
 * it cannot fold is one of the runtime's: the other thread cuts the text short,
 * before or behind, two outcomes and two traces.
 *
 * compilers: gcc
 *
 * verdict: verified
 * races: some
 * states: 1 3
 * last_round: 2
 *
 * check: --exhaustive
 *
 * check: --exhaustive
 * flags: -O0 -std=gnu89
 * modes: checkpoint
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t length = strlen("abc");
static int order = strcmp("a", "a") + memcmp("ab", "ab", 2) + 1;
static double root = sqrt(4.0), size = fabs(-1.5);
static size_t (*function)(const char *) = strlen;

static int known(size_t n)
{
	static const size_t four = strlen("four");

	switch (n) {
	case strlen("abc"):
		return (int)four;
	}
	return abs(-1);
}

static void *cut(void *text)
{
	((char *)text)[1] = 0;
	return NULL;
}

int main(void)
{
	static char text[8] = "abc";
	pthread_t t = start(cut, text);
	size_t n = strlen(text);

	finish(t);
	assert(length == 3 && order == 1 && root == 2 && size == 1.5);
	assert(known(3) == 4 && known(4) == 1);
	assert(function("ab") == 2);
	printf("%d\n", (int)n);
	return 0;
}
