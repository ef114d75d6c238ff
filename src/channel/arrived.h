/* SPDX-License-Identifier: MIT */
/* arrived.h - what descriptor 1 receives of what a test prints
 *
 * The channel keeps output in the order of the calls, for the report.  What
 * arrives natively is another matter: standard output is no terminal, so that
 * text waits in the buffer of stdout while write(1) overtakes it, and what is
 * still there at _exit is lost.  This is how glibc does it, computed from the
 * pieces when an execution is over.
 */
#ifndef CHANNEL_ARRIVED_H
#define CHANNEL_ARRIVED_H

#include "channel/channel.h"

/* Writes at most OUTPUT_MAX bytes into `to` and returns how many, for the
 * first `chunks` pieces of output.  `exited`: what the buffer holds at the end
 * arrives as well. */
size_t channel_arrived(
	const struct channel *c, uint32_t chunks, bool exited, char *to);

#endif
