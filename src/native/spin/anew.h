/* SPDX-License-Identifier: MIT */
/* anew.h - what each turn of a loop sets anew
 *
 *     do { node->next = old; } while (!compare_exchange(&top, &old, node));
 *
 * A turn that fails has changed its own node.  If nobody else looks there
 * before the next turn has set it again, nobody can tell.  The compiler says
 * which places a loop sets in each turn, having done nothing before but to read
 * at places that do not change (plugin/turn.h).  Whether others can get there
 * it does not know: it is looked at when the execution ends in which the thread
 * was stopped for such a turn.  If somebody was there, in the midst of the turn
 * or later, the test is searched again, and what the turns of this loop set is
 * an effect (POINT_LOOP).
 *
 * That is enough: a first access by others, before the next turn has set the
 * place, needs nothing of that turn, which has only read; so there is an
 * execution in which the thread is stopped and the access comes.
 *
 * Of the heap and of variables alone: others' accesses to a stack are forgotten
 * when its frame ends.
 */
#ifndef NATIVE_SPIN_ANEW_H
#define NATIVE_SPIN_ANEW_H

#include "native/spin/turn.h"

/* Is the place of a note of the turn one that its loop sets anew? */
bool anew_has(const struct turn *turn, const struct entry *e);
/* Does this write of the turn not matter, if nobody else sees it?  Whether
 * somebody did so far is not asked: the turn's end would depend on that. */
bool anew_is_nothing(const struct turn *turn, const struct noted *w);
/* A thread that was stopped for such a turn goes on all the same, or the
 * execution ends: has somebody been there since the turn has set it? */
void anew_look_back(const struct thread *t);
void anew_look_back_on_all(void);

#endif
