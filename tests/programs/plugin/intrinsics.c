/* SPDX-License-Identifier: MIT */
/* intrinsics: machine instructions that write to memory
 *
 * main reads before or after: 0 or 5.
 *
 * verdict: verified
 * states: 0 5
 * races: some
 *
 * check: --exhaustive
 * args: stream
 * native: sc
 *
 * check: --exhaustive
 * args: carry
 */
#include "test.h"

#include <immintrin.h>

static int x;
static unsigned y;

static void *stream(void *unused)
{
	_mm_stream_si32(&x, 5);
	return NULL;
}

static void *carry(void *unused)
{
	_addcarry_u32(0, 2, 3, &y);
	return NULL;
}

int main(int argc, char **argv)
{
	bool streams = strcmp(argv[argc - 1], "stream") == 0;
	pthread_t t = start(streams ? stream : carry, NULL);
	int seen = streams ? x : (int)y;

	finish(t);
	printf("%d\n", seen);
	return 0;
}
