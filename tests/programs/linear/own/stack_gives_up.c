/* SPDX-License-Identifier: MIT */
/* stack_gives_up: own/stack.c with a bug
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 */
#define BROKEN 3
#include "stack.c"
