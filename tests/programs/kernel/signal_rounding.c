/* SPDX-License-Identifier: MIT */
/* signal_rounding: a handler begins with the default control of floating point,
 * and what it sets there ends with it
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0,1
 * native: prints 0,1
 */
#include "test.h"
#include <signal.h>
#include <xmmintrin.h>

static int seen;

static void handler(int number)
{
	seen = _MM_GET_ROUNDING_MODE() != _MM_ROUND_NEAREST;
	_MM_SET_ROUNDING_MODE(_MM_ROUND_DOWN);
}

static void *work(void *unused)
{
	signal(SIGUSR1, handler);
	_MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
	raise(SIGUSR1);
	printf("%d,%d\n", seen, _MM_GET_ROUNDING_MODE() == _MM_ROUND_UP);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	finish(t);
	return 0;
}
