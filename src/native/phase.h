/* SPDX-License-Identifier: MIT */
/* phase.h - were two accesses that race made while an object was made, or done
 * away with?
 *
 * Of the later one all that is on its stack counts, of the earlier one the
 * functions that its instruction is in, inlined ones included: no more is known
 * of it.  Initialisers and destroyers are those of directives, and where the
 * command says who else (config.holds) those that it takes for such by their
 * names: it is asked at the first race, since a test without any need not pay
 * for that.
 *
 * Cost     a look into a table of pieces; for the later access one for each
 *          frame.
 */
#ifndef NATIVE_PHASE_H
#define NATIVE_PHASE_H

#include "native/rt.h"

/* Once, before the first execution. */
void phase_load(void);

/* Are there any of the kind?  May wait for the command. */
bool phase_any(enum race_phase phase);

/* Is the instruction that returns to `pc` in one of them? */
bool phase_is(enum race_phase phase, uint64_t pc);

#endif
