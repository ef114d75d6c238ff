/* SPDX-License-Identifier: MIT */
/* number.h - the numbers of what a schedule chooses between, from their names
 *
 * A name says whose it is and which of them (struct thread_name), never when it
 * was met.  Names outlive executions, and other processes of one search may
 * have met them first (channel/names.h).
 */
#ifndef NATIVE_NUMBER_H
#define NATIVE_NUMBER_H

#include "native/rt.h"

/* Where all names are taken: a number that is free; none is: an error that
 * names pc. */
tid number_for(struct thread_name name, uint64_t pc);
/* Names that a replay brings along, or a child has added. */
void thread_names_load(void);

#endif
