/* SPDX-License-Identifier: MIT */
/* either_third: own/either.c, with a result that no serial execution has
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 */
#define WRONG 1
#include "either.c"
