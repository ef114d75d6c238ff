/* SPDX-License-Identifier: MIT */
/* flag_inside: the read itself waits for another thread's flag.
 *
 * check: --exhaustive --progress
 * verdict: bug not_obstruction_free
 * replays: 1
 * says: read does not return
 */
#define IN 1
#include "flag.c"
