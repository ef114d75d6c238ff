/* SPDX-License-Identifier: MIT */
/* settle.h - an access that does not simply take its place in a cell: with what
 * does it race, and what is kept of those before it
 *
 * Which old accesses a cell may forget: a write forgets those that happen
 * before it and whose bytes it covers, a read forgets such reads; and of one
 * thread's atomic accesses of the same kind the latest is enough.  Whoever
 * races with what was forgotten races with what replaced it, and at the
 * fixpoint of decision points (native-rules 5) that marks both instructions.
 * From the first such point on all pairs are to be listed, so the latest access
 * of each thread and instruction is kept.  (What races with what `take` makes
 * forget races with what takes its place, which is a point then, and no longer
 * goes that way.)
 *
 * Where stores are late (docs/design/025-models.md) an atomic store stands for
 * no plain access of its thread: others come between the two only before the
 * store's flush, when it has been made.  So nothing goes for another kind,
 * ever.
 *
 * Cost     a chain of older accesses has at most four entries a thread for each
 *          set of bytes: read or written, plain or atomic; with points, one for
 *          each instruction.
 */
#ifndef NATIVE_SETTLE_H
#define NATIVE_SETTLE_H

#include "native/races/shadow.h"

/* Any number of bytes; `flags` as in shadow.h. */
void access_settle(uint64_t address, size_t size, unsigned flags, uint64_t pc);
/* `key` is an access that races with nothing that the cell has: it takes its
 * place there. Who calls has logged the cell, and the data that is written. */
void settle_place(struct cell *c, uint64_t key, unsigned flags, uint64_t pc);
/* Of the latest: did accesses that nothing orders before it touch several of
 * its bytes? */
bool settled_several(void);

#endif
