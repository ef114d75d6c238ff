/* SPDX-License-Identifier: MIT */
/* michael_scott_empty: dequeue says "empty" where head and tail are the same,
 * though something has been put behind: it does not move the tail.  An enqueue
 * that has returned has moved it, or somebody else had moved it further; so the
 * result can be explained, and this one is right.
 *
 * check: --exhaustive
 * verdict: verified
 */
#define BROKEN 2
#include "michael_scott.c"
