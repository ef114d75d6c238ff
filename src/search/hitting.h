/* SPDX-License-Identifier: MIT */
/* hitting.h - the smallest set that has an element of each of several sets
 *
 * Sets are words: element i is bit i.  Of several smallest ones it is that with
 * the lowest elements, so that the answer does not go by luck.
 *
 * Cost     an element of the answer more multiplies it by the size of a set
 */
#ifndef SEARCH_HITTING_H
#define SEARCH_HITTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False: one of them is empty, and nothing hits it. */
bool hitting_set(const uint64_t *set, size_t n, uint64_t *out);

#endif
