/* SPDX-License-Identifier: MIT */
/* stopped.h - where a process that hangs is, by looking from outside */
#ifndef CLI_STOPPED_H
#define CLI_STOPPED_H

#include "cli/processes/process.h"

/* Stops the process and walks its frame pointers.  frames stays 0 when the
 * system does not let us look. */
void stopped_stack(const struct process *p, struct channel_stack *stack);

#endif
