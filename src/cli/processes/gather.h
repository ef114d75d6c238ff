/* SPDX-License-Identifier: MIT */
/* gather.h - all processes of a crew stand still together, now and then
 *
 * Each is asked to put its search into its channel, at the end of the execution
 * that it makes, and to wait.  When the last one has done so, crew.keep takes
 * what it wants, and they go on.
 *
 * Cost     a process waits as long as the longest execution of another one.
 *          It is done every EVERY seconds, or as seldom as it takes to cost
 *          less than 1 / 200 of the time.
 */
#ifndef CLI_GATHER_H
#define CLI_GATHER_H

#include <stdbool.h>
#include <stdint.h>

#include "channel/channel.h"

struct crew;
struct process;

struct gather {
	uint64_t due_ns, asked_ns;
	bool asking;
};

/* Between two looks at the processes; `stopping`: no more. */
void gather_tick(struct crew *crew, bool stopping);

/* It has obeyed, and waits. */
bool gather_waits(const struct process *p);
/* ... and for this. */
bool gather_waits_for(const struct process *p, enum waits why);

/* An order for one that runs or waits. */
void gather_order(struct process *p, uint32_t order);

#endif
