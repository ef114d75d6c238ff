/* SPDX-License-Identifier: MIT */
/* expected.h - is what an execution printed what it was to print?
 *
 * Of `expected` only `how`, `given`, `bytes` and `text` are looked at.  A line
 * ends behind its line end; a last one without is another line than one with.
 *
 * Cost     O(bytes); where lines in any order differ, the number of lines times
 *          the bytes, for the words
 */
#ifndef CHANNEL_EXPECTED_H
#define CHANNEL_EXPECTED_H

#include "channel/config.h"

/* False: `why` says which line is the first that differs, and how both are. */
bool expected_is(const struct channel_expected *expected, const char *text,
	size_t bytes, char *why, size_t size);

#endif
