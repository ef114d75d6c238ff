/* SPDX-License-Identifier: MIT */
/* signal_note.h - what is known of a signal that was sent, until it is taken
 *
 * Notes lie in the arena, a list for each thread and one for the process, in
 * the order in which they were sent.  Of a number below SIGRTMIN there is one
 * at most, the first; of real-time signals all of them are kept.
 */
#ifndef NATIVE_POSIX_SIGNAL_NOTE_H
#define NATIVE_POSIX_SIGNAL_NOTE_H

#include "native/rt.h"

#include <signal.h>

struct signal_note {
	uint32_t next;	/* arena index; 0: none */
	uint32_t known; /* what its sender knew (hb_note); 0: it is its own */
	int32_t number, code;
	int32_t timer, overrun; /* with SI_TIMER */
	uint64_t value;		/* of sigqueue and timers */
};

/* At the end of *list, which is 8 bytes that are rewound.  `waiting`: the
 * numbers that are in it.  False: it is there already. */
bool signal_note_add(
	uint64_t *list, uint64_t *waiting, const struct signal_note *note);
/* The first of that number; its bit stays in *waiting if there is another. */
void signal_note_take(
	uint64_t *list, uint64_t *waiting, int number, struct signal_note *out);
/* All of them. */
void signal_note_drop(uint64_t *list, uint64_t *waiting, int number);
/* As the kernel tells it. */
void signal_note_tell(const struct signal_note *note, siginfo_t *out);

#endif
