/* SPDX-License-Identifier: MIT */
/* choose.h - scarp_spin_hint() where nobody else can go on
 *
 * A thread waits there until another one has gone on since its last hint.  If
 * none ever can its loop may still give up by itself: so it makes more turns,
 * up to a number, before that is a deadlock.
 */
#ifndef NATIVE_POSIX_CHOOSE_H
#define NATIVE_POSIX_CHOOSE_H

#include <stdbool.h>

/* Nothing is enabled.  Lets a thread go on at its hint, which is enabled then;
 * at most one can wait there, as of two one has gone on since the other's. */
bool hint_let_go(void);

#endif
