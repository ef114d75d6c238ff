/* SPDX-License-Identifier: MIT */
/* stack_push: own/stack.c with a bug
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 */
#define BROKEN 1
#include "stack.c"
