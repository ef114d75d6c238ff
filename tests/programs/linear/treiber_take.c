/* SPDX-License-Identifier: MIT */
/* treiber_take: pop takes a node without comparing: two get it.
 *
 * check: --exhaustive
 * verdict: bug not_linearizable
 * replays: 1
 * check: --strategy random --max-executions 1000
 * verdict: bug not_linearizable
 */
#define BROKEN 2
#include "treiber.c"
