/* SPDX-License-Identifier: MIT */
/* gate_misses: own/gate.c, which loses a wake-up
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 * says: T1's pass, which waits
 */
#define BROKEN 1
#include "gate.c"
