/* SPDX-License-Identifier: MIT */
/* await.h - turns that wait for one place are made when that lets them leave
 *
 * A turn that begins with an operation on memory, makes no other one but to
 * give way, and comes to nothing having touched no other place, goes by its
 * thread's own state at the loop's head and by the value there.  So the
 * operation is one that waits, as long as that value is one with which it comes
 * to nothing: it is withheld from the search (Jonsson, Lång, Sagonas, Awaiting
 * for Godot, 2022), and made at a dead end alone, where somebody has to find
 * out whether it is one.
 *
 * How a turn goes with the value that is there is tried (search/awaits.h keeps
 * it): the thread runs alone to its next operation or the head, and all of it
 * goes back (trial.h).  Not with values that were there before: what comes
 * behind the loop then might do anything, and need not end.
 *
 * State    what the compiler does not tell, since the loop does not change it:
 *          registers that outlive calls and the stack in use, all of it, are
 *          hashed where the loop tells a turn.
 * Cost     that hash, for each turn of a loop that has ever waited, or was not
 *          tried often; some microseconds for each value that is new.
 */
#ifndef NATIVE_AWAIT_H
#define NATIVE_AWAIT_H

#include "native/spin/turn.h"

/* A turn begins at the head of the loop at turn->pc. */
void await_head(const struct thread *t, struct turn *turn);
/* The running thread arrives at a decision point. */
void await_arrive(void);
/* Before the search is asked.  True: somebody is to be tried, and the decision
 * is the trial's. */
bool await_asks(void);
/* Memory is gone. */
void await_unmapped(uint64_t from, uint64_t to);
/* In a trial: the turn has come to nothing, and met this. */
void await_tried(const struct watch *w, uint32_t entries);
/* A trial has gone on for more accesses than are tried of a turn. */
void await_long(void);
/* Would what t has pending come to nothing?  It waits no more where its access
 * would be a race, or a fault. */
bool await_withholds(struct thread *t, struct pending *p);
/* Nothing else can go on: one thread makes its turn all the same.  False: there
 * is none. */
bool await_let_go(void);

#endif
