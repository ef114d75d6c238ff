/* SPDX-License-Identifier: MIT */
/* michael_scott_store: enqueue stores behind the last node where it has to
 * compare and swap.
 *
 * check: --exhaustive
 * verdict: bug not_linearizable
 * replays: 1
 * check: --strategy random --max-executions 1000
 * verdict: bug not_linearizable crash
 */
#define BROKEN 1
#include "michael_scott.c"
