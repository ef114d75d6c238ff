/* SPDX-License-Identifier: MIT */
/* reruns.h - has somebody executed that trace before? (search-rules 12)
 *
 * With config.reruns, a measuring mode, all accesses and operations of an
 * execution are logged; when it is complete they are hashed as a trace
 * (search/access_trace.h) that is looked for in the table of all jobs
 * (channel/reruns.h), and entered.  The counters are in the channel.
 *
 * The same in every job: what is logged does not depend on where the decision
 * points are.  So a racing access is an access and no operation, and what is
 * found out while a thread waits to go on is left out.  Threads are named by
 * who created them, and memory that belongs to one by its name and an offset:
 * numbers are those of a process, which takes them as it meets the threads.
 *
 * Where that is not enough a trace counts as new: additions that commute in one
 * job and not in another one (native/coarse.h); loops that went round once
 * more; where addresses of programs are random in spite of personality().
 *
 * An execution that goes back to a checkpoint keeps the log up to there.
 *
 * Cost     all accesses are told (FOOTPRINTS in rt.watching), kept and hashed:
 *          three times slower and more.  Off: what footprints cost when off.
 */
#ifndef NATIVE_RERUNS_H
#define NATIVE_RERUNS_H

#include "native/rt.h"

static inline bool reruns_wanted(void)
{
	return rt.channel->config.reruns != 0;
}

/* Once, if so. */
void reruns_init(void);
/* As driver.c says of the channel. */
void reruns_share_no_more(void);
/* An execution begins; or goes on from a checkpoint before rt.world.step. */
void reruns_begin(void);
void reruns_go_back(void);
/* A decision was made, for the step before rt.world.step. */
void reruns_decided(void);

/* --- by the running thread (footprint.c); nothing, if they are not wanted ----
 */

void reruns_operation(enum op kind);
/* kind: as in search/access.def. */
void reruns_memory(uint64_t address, size_t size, bool write, uint8_t kind);
/* A thread goes by its number, all else by its address. */
void reruns_object(uint64_t object, uint8_t kind, bool changed);

/* The operation just told is of this kind, not of kind `from`, of which since
 * the last decision there is no other. */
void reruns_became(uint8_t from, uint8_t kind);

/* It is complete: what it was. */
void reruns_end(void);
/* It was, but in a process that is gone. */
void reruns_lost(void);

#endif
