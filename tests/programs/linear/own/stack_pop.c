/* SPDX-License-Identifier: MIT */
/* stack_pop: own/stack.c with a bug
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 */
#define BROKEN 2
#include "stack.c"
