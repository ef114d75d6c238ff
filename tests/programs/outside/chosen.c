/* SPDX-License-Identifier: MIT */
/* chosen: a function of a library that the program's own resolver chooses
 *
 * check: --exhaustive
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 */
#include "test.h"

#include <netdb.h>

static void (*choose(void))(void)
{
	return endservent;
}

static void chosen(void) __attribute__((ifunc("choose")));

int main(void)
{
	chosen();
	return 0;
}
