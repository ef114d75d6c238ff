/* SPDX-License-Identifier: MIT */
/* thread.h - lives of the test's threads: slots, control blocks, numbers
 *
 * Thread numbers, stacks and thread control blocks are a function of who
 * created the thread and which of its children it is, never of the order in
 * which threads run (search-rules 4): the table of names outlives executions.
 * Beyond THREADS_MAX different names, free numbers are used again.
 *
 * A slot's control block is lent by a pthread that ended at kernel level
 * (native-rules 7), so that thread-local storage is glibc's own.
 */
#ifndef NATIVE_THREAD_H
#define NATIVE_THREAD_H

#include "native/rt.h"

/* How deep the lives in a slot went since it was last cleared; not rewound. */
extern HIDDEN char *stack_lowest[THREADS_MAX];

/* Vector clocks of the threads, one row each (start.c). */
extern HIDDEN uint32_t *clock_rows;
/* A thread's two rows lie one behind the other. */
#define CLOCK_ROW (2u * THREADS_MAX)
#define CLOCK_ROWS_BYTES ((uint64_t)THREADS_MAX * CLOCK_ROW * 4)

/* Once, before the first execution: image of the main thread's TLS. */
void tcb_init(void);
/* Makes the control block and stack of thread `id`, if there is none. */
void tcb_prepare(tid id, uint64_t size);
/* Gives t a control block with the initial TLS image, and a clean stack of
 * `size` bytes. */
void tcb_lend(struct thread *t, uint64_t size);
enum {
	TCB_SLOTS = THREADS_MAX + LARGE_SLOTS
}; /* the first ones by thread number, then large ones */
/* What no life of a slot starts anew, as it is and as it was when it was made:
 * the C library's control block.  False: there is no such slot. */
struct tcb_block {
	const char *now, *then;
	size_t bytes;
};
bool tcb_block(unsigned slot, struct tcb_block *out);
/* Which slot's stack or TLS an address lies in; TID_NONE: none. */
tid stack_slot_of(uint64_t address, bool *tls, bool *guard);

/* A new thread of the running one (creator TID_NONE: main).  It starts at the
 * next decision point. */
struct thread *thread_make(tid creator, void *(*start)(void *), void *arg,
	uint64_t stack, uint64_t pc);
/* pthread_t of a thread, and back; NULL: stale or never one. */
uint64_t thread_handle(const struct thread *t);
/* Of the first life of a number. */
uint64_t thread_handle_first(tid id);
struct thread *thread_by_handle(uint64_t handle);
/* Ends the running thread: destructors, then its last step. */
void thread_exit(void *result) __attribute__((noreturn));
/* The entry of every fiber. */
void thread_main(void *arg);
/* Fork mode, in the parent: control blocks of all threads that have names. */
void threads_prepare(void);

/* keys.c: runs destructors of keys; cxx.c: of C++ thread_local objects. */
void keys_run_destructors(void);
void cxx_run_thread_destructors(void);
/* To be run behind those of the thread's objects, the latest first. */
void cxx_at_thread_end(void (*f)(void *), void *object);
/* ends.c: exit() from here, never returns. */
void process_exit(int status, uint64_t pc) __attribute__((noreturn));
/* Is there a handler or a destructor of the test's for it to run? */
bool process_runs_at_exit(void);
/* The last thread has ended and nothing is left to run: the same for the
 * search, whoever it was.  (A thread that ends is cancelled no more, so what is
 * due of that makes no difference, either.) */
void process_ended(void) __attribute__((noreturn));

#endif
