/* SPDX-License-Identifier: MIT */
/* queue_overwrites: own/queue.c with a bug
 *
 * check: --exhaustive --spec own
 * verdict: bug not_linearizable
 * says: of an object whose operations are made one after the other
 * check: --exhaustive --spec own --history executed
 * verdict: bug not_linearizable
 */
#define BROKEN 1
#include "queue.c"
