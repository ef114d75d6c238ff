/* SPDX-License-Identifier: MIT */
/* account.h - what a search has come to, as bytes that outlive its process
 *
 * All of a channel that the final report is made of, and what is left of the
 * search when the channel says `saved`: counters, caveats, points, races, bugs
 * with their schedules, names of threads.  Read into a fresh channel, they let
 * a process with RESUME_SAVED go on, and its result is that of one run.
 *
 * The bytes are those of the structs: both sides are of one build, as with the
 * channel itself.
 */
#ifndef CHANNEL_ACCOUNT_H
#define CHANNEL_ACCOUNT_H

#include <stdio.h>

#include "channel/channel.h"

/* How many bytes that are.  The channel was checked. */
uint64_t account_bytes(const struct channel *c);
/* Hands them out piece by piece, in order. */
void account_write(const struct channel *c,
	void (*put)(void *arg, const void *bytes, size_t n), void *arg);

/* Into a fresh channel.  ERR_FORMAT: not what account_write made of a sound
 * channel. */
int account_read(
	struct channel *c, const void *bytes, uint64_t length, struct err *err);

#endif
