/* SPDX-License-Identifier: MIT */
/* signal.h - what signal.c and signal_mask.c know of signals
 *
 * Ownership  masks, what waits, and actions are rewound.  Only the running
 *            thread changes its own mask; what waits for another thread is
 *            discarded, and no more.
 */
#ifndef NATIVE_POSIX_SIGNAL_H
#define NATIVE_POSIX_SIGNAL_H

#include "native/rt.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>

enum {
	SIGNALS = 65
};

/* Those that the C library keeps for itself: it takes them out of masks, and
 * neither sends them nor lets anybody have a handler for them. */
enum {
	ITS_OWN_FIRST = 32,
	ITS_OWN_LAST = 33
};

#define BIT(number) (1ull << ((number)-1))
#define NEVER_BLOCKED                                                          \
	(BIT(SIGKILL) | BIT(SIGSTOP) | BIT(ITS_OWN_FIRST) | BIT(ITS_OWN_LAST))

/* Of a thread; an earlier life's does not count. */
struct signal_mask {
	uint64_t life;
	uint64_t mask;
	uint64_t handling; /* blocked because handlers run: none of `mask` */
	uint64_t waiting;  /* raised while blocked */
	uint64_t gone;	   /* once waited, and was discarded */
	uint64_t draining; /* who called the handler delivers what waits next */
};

/* Sent to the process while all threads block it; and once discarded. */
extern uint64_t signal_pending, signal_gone;

/* Of a live thread. */
struct signal_mask *signal_mask_of(const struct thread *t);
static inline uint64_t signal_blocked(const struct thread *t)
{
	struct signal_mask *m = signal_mask_of(t);

	return m->mask | m->handling;
}
/* The running thread's. */
void signal_set_masks(uint64_t mask, uint64_t handling);

/* Does the test have a handler? */
bool signal_caught(void);

/* Everything that waits for the running thread and that it does not block. */
void signal_deliver_due(uint64_t pc);
/* Nothing waits any more for anybody, as its new action is to ignore it. */
void signal_discard(int number);
/* signal.c: what the action says, at a point that has been taken.  code: who
 * was meant, SI_TKILL for the thread, SI_USER for the process. */
void signal_act(int number, int code, uint64_t pc);

static inline int signal_refuse(int error)
{
	errno = error;
	return -1;
}

#endif
