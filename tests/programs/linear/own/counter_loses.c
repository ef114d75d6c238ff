/* SPDX-License-Identifier: MIT */
/* counter_loses: own/counter.c by a load and a store
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 */
static int add(_Atomic int *c)
{
	int was = *c;

	*c = was + 1;
	return was;
}
#define ADD(c) add(c)
#include "counter.c"
