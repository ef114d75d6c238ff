/* SPDX-License-Identifier: MIT */
/* recursive: a once routine that needs itself waits for itself
 *
 * check: --exhaustive
 * verdict: bug self_deadlock deadlock
 */
#include "test.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void)
{
	pthread_once(&once, initialise);
}

int main(void)
{
	pthread_once(&once, initialise);
	return 0;
}
