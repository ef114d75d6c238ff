/* SPDX-License-Identifier: MIT */
/* treiber_store: push stores where it has to compare and swap, so that what
 * another thread pushed is gone.
 *
 * check: --exhaustive
 * verdict: bug not_linearizable
 * replays: 1
 * check: --strategy random --max-executions 1000
 * verdict: bug not_linearizable
 */
#define BROKEN 1
#include "treiber.c"
