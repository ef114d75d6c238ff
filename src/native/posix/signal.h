/* SPDX-License-Identifier: MIT */
/* signal.h - what signal.c and signal_mask.c know of signals
 *
 * Ownership  masks, what waits, and actions are rewound.  Only the running
 *            thread changes its own mask; what waits for another thread is
 *            discarded, and no more.
 */
#ifndef NATIVE_POSIX_SIGNAL_H
#define NATIVE_POSIX_SIGNAL_H

#include "native/posix/signal_note.h"

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
	uint64_t waiting;  /* sent to it, and not taken yet */
	uint64_t notes;	   /* of these: signal_note.h */
	uint64_t gone;	   /* once waited, and was discarded */
	uint64_t draining; /* who called the handler delivers what waits next */
	uint64_t before;   /* its mask, while sigsuspend has another one */
	uint8_t suspended;
	uint8_t delivering; /* what it does is to look for signals */
	uint32_t aside; /* arena index of the operation that its handler came
			   before: signal_come.c; 0: none */
};

/* Sent to the process, and taken by nobody yet; notes of these; and once
 * discarded. */
extern uint64_t signal_pending, signal_notes, signal_gone;

/* Of a live thread. */
struct signal_mask *signal_mask_of(const struct thread *t);
static inline uint64_t signal_blocked(const struct thread *t)
{
	struct signal_mask *m = signal_mask_of(t);

	return m->mask | m->handling;
}
/* The same, for whoever may change nothing; NULL: it blocks nothing, and
 * nothing waits for it. */
const struct signal_mask *signal_mask_seen(const struct thread *t);
/* The running thread's. */
void signal_set_masks(uint64_t mask, uint64_t handling);

/* Does the test have a handler? */
bool signal_caught(void);

/* Everything that waits for the running thread and that it does not block. */
void signal_deliver_due(uint64_t pc);
/* Nothing waits any more for anybody, as its new action is to ignore it. */
void signal_discard(int number);
/* One that it does not block, of what waits for the running thread or for the
 * process, is taken, and what its action says is done, at a point that has been
 * taken: until there is one that has a handler. */
enum signal_took {
	TOOK_NOTHING,
	TOOK_ENDS,    /* calls in which it came to the thread, */
	TOOK_RESTARTS /* or not (SA_RESTART) */
};
enum signal_took signal_take_one(uint64_t pc);
/* One of a set, blocked or not, which is there: its action does not matter. */
void signal_take_of(uint64_t set, struct signal_note *out);
/* Of a set, what waits for t or for the process; for loops that wait for the
 * running thread's. */
uint64_t signal_there(const struct thread *t, uint64_t set);
void signal_looked_at(void);
/* kernel/signal_file.c: one more waits for somebody. */
void signal_files_wake(void);
/* The running thread has this mask until the next handler has run, for the call
 * that it makes now: nothing comes to it before it waits there. */
void signal_suspend(uint64_t mask, uint64_t pc);
bool signal_suspended(const struct thread *t);
/* That call is over: unless a handler has run, the thread has its own mask
 * again. */
void signal_resume(uint64_t pc);
/* The signals that t waits for in sigwait and its kin. */
uint64_t signal_awaited(const struct thread *t);
/* Does anybody? */
bool signal_is_awaited(int number);

/* --- signal_come.c: handlers that came in the middle of calls ---------------
 */

/* Such a call of the running thread, and those around it; NULL: no more. */
struct interrupted {
	uint64_t object, pc;
	bool reads; /* and no more */
};
bool signal_interrupted(uint32_t depth, struct interrupted *out);

/* --- signal.c: actions -------------------------------------------------------
 */

/* What the action says, at a point that has been taken. */
enum signal_took signal_act(const struct signal_note *note, uint64_t pc);
/* Nobody handles it: the process ends. */
void signal_default(int number, uint64_t pc) __attribute__((noreturn));
/* Is it done away with at once; does it end the process; does it have a
 * handler? */
bool signal_ignored(int number);
bool signal_fatal(int number);
/* The first two for whoever is no thread: nobody is said to have looked. */
bool signal_drops(int number);
bool signal_kills(int number);
bool signal_has_handler(int number);

static inline int signal_refuse(int error)
{
	errno = error;
	return -1;
}

#endif
