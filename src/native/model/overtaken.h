/* SPDX-License-Identifier: MIT */
/* overtaken.h - by sc: which stores would a load behind them overtake?
 *
 * A store that may be late, by another model, *waits* until its thread does
 * something that waits for its stores.  A load of another place before that has
 * overtaken it: on a processor the store may be seen later than the load was
 * made.  Which stores those are, by their instructions, is told in
 * channel->weak; where there is none, total store order shows nothing that sc
 * does not (docs/design/029-pso.md).
 *
 * Goes back  what waits, of each thread, by the undo log, and rt.world.weak.
 *            The channel does not: it is about all executions.
 * Cost       a look into a table at each such store, and nothing more once an
 *            instruction is known to be overtaken; one test at each operation.
 */
#ifndef NATIVE_MODEL_OVERTAKEN_H
#define NATIVE_MODEL_OVERTAKEN_H

#include "native/rt.h"

/* The running thread makes a store that may be late. */
void overtaken_store(uint64_t address, size_t n, uint64_t pc);
/* It comes to that operation; a fence says itself whether it waits. */
void overtaken_meets(enum op kind, uint64_t address, uint32_t size);
/* It has waited for its stores. */
void overtaken_none(void);
/* A store whose instruction is not known: nothing can be said of all. */
void overtaken_unknown(void);

static inline void overtaken_look(enum op kind, uint64_t address, uint32_t size)
{
	if (unlikely(rt.world.weak))
		overtaken_meets(kind, address, size);
}

#endif
