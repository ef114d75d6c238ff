/* SPDX-License-Identifier: MIT */
/* memmove_tears: bytes moved up by 8 within 24, while another thread looks at
 * the last two words
 *
 * From 1 2 3 to 1 1 2.  The last word is read first: 3 before and 2 after it
 * was stored; the middle one is 2 before and 1 after.  As they are stored from
 * below, last 2 implies middle 1; last 3 leaves both.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * states: 3,2 3,1 2,1
 * races: some
 */
#include "test.h"

static long words[3] = {1, 2, 3};

static void *move(void *unused)
{
	memmove(words + 1, words, 2 * sizeof *words);
	return NULL;
}

int main(void)
{
	pthread_t t = start(move, NULL);
	long last = words[2], middle = words[1];

	finish(t);
	assert(words[0] == 1 && words[1] == 1 && words[2] == 2);
	printf("%ld,%ld\n", last, middle);
	return 0;
}
