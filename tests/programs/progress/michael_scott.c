/* SPDX-License-Identifier: MIT */
/* michael_scott: a queue whose threads help each other: alone all return.
 *
 * check: --exhaustive --progress
 * verdict: partial
 * holes: progress_bounded
 * exit: 0
 */
#include "../linear/michael_scott.c"
