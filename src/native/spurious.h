/* SPDX-License-Identifier: MIT */
/* spurious.h - failures for no reason, which POSIX and C allow (--spurious)
 *
 * A wait of a condition variable or a futex may end without a signal, a weak
 * compare-and-swap may fail although it finds what it expects.  Whether it does
 * is decided before it begins: a choice of its thread, like scarp_choose(2),
 * which no other thread sees.  A wait that will end so is none that a signal
 * could wake: had a signal woken it, that is the other choice.
 *
 * Each thread has only so many, so that loops around such calls end.
 */
#ifndef NATIVE_SPURIOUS_H
#define NATIVE_SPURIOUS_H

#include "native/rt.h"

/* Is the running thread's wait or weak compare-and-swap, at pc, to fail for no
 * reason?  Without --spurious it never is, and `scope` says so, once; `what` is
 * its detail.  May be a decision point. */
bool spurious(enum caveat scope, const char *what, uint64_t pc);

#endif
