/* SPDX-License-Identifier: MIT */
/* unaligned: the sanitizers' functions for unaligned words read and write them
 *
 * check: --exhaustive
 * flags: -DBITS=16 -DCALL="seen=__sanitizer_unaligned_load16(bytes+1)"
 * verdict: verified
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DBITS=16 -DCALL="__sanitizer_unaligned_store16(bytes+1,1)"
 * verdict: verified
 * holes: may_tear
 * races: some
 */
#include "test.h"

#include <stdint.h>

uint16_t __sanitizer_unaligned_load16(const void *p);
void __sanitizer_unaligned_store16(void *p, uint16_t value);

static char bytes[4];
static unsigned seen;

static void *calls(void *arg)
{
	CALL;
	return arg;
}

int main(void)
{
	pthread_t t = start(calls, NULL);

#ifdef READS
	seen = (unsigned)bytes[2];
#else
	bytes[2] = 1;
#endif
	finish(t);
	return (int)(seen & 0);
}
