/* SPDX-License-Identifier: MIT */
/* masked: a store of some lanes of a vector, the others another's
 *
 * Each thread reads byte 3 and stores one more into bytes 3 and 9: 2, or 1 when
 * both read before either stored.  A store that was announced too early would
 * be put back too late, and then larger numbers are seen.
 *
 * check: --exhaustive
 * verdict: verified
 * holes: may_tear
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * holes: may_tear
 * states: 1 2
 * races: some
 */
#include <emmintrin.h>

#include "test.h"

static char bytes[16];

static void *add(void *unused)
{
	char more = (char)(bytes[3] + 1);
	char mask[16] = {[3] = -1, [9] = -1};

	_mm_maskmoveu_si128(_mm_set1_epi8(more),
		_mm_loadu_si128((const __m128i *)mask), bytes);
	return NULL;
}

int main(void)
{
	pthread_t a = start(add, NULL), b = start(add, NULL);

	finish(a);
	finish(b);
	assert(bytes[3] == bytes[9]);
	printf("%d\n", bytes[3]);
	return 0;
}
