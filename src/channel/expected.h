/* SPDX-License-Identifier: MIT */
/* expected.h - is what an execution printed, or left in a file, what it was to?
 *
 * A line ends behind its line end; a last one without is another line than one
 * with.
 *
 * Cost     O(bytes); where lines in any order differ, the number of lines times
 *          the bytes, for the words
 */
#ifndef CHANNEL_EXPECTED_H
#define CHANNEL_EXPECTED_H

#include "channel/config.h"

/* Of part number `part`; `text` NULL: there is no such file.  False: `why` says
 * which line is the first that differs, and how both are. */
bool expected_is(const struct channel_expected *expected, uint32_t part,
	const char *text, size_t bytes, char *why, size_t size);

/* The text of a part that is learned, in the order of parts; NULL: there is no
 * such file.  False: there is no room for it. */
bool expected_learn(struct channel_expected *expected, uint32_t part,
	const char *text, size_t bytes);

/* Is anything expected, or to be learned, of a part, or of any file? */
static inline bool expected_of(
	const struct channel_expected *expected, uint32_t part)
{
	return part < expected->parts && expected->part[part].how;
}

#endif
