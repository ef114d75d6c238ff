/* SPDX-License-Identifier: MIT */
/* treiber_gives_up: pop says "empty" where it has lost a compare and swap.
 *
 * check: --exhaustive
 * verdict: bug not_linearizable
 * replays: 1
 * check: --strategy random --max-executions 1000
 * verdict: bug not_linearizable
 */
#define BROKEN 3
#include "treiber.c"
