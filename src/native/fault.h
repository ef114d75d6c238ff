/* SPDX-License-Identifier: MIT */
/* fault.h - faults for which the test has a handler
 *
 * A fault is met in a signal handler of the runtime, on a stack of the kernel's
 * choice, which no thread under control can wait on.  So that returns at once,
 * into a function on the stack of the thread that has the fault: there the
 * test's handler is called like any other function.  It may leave by siglongjmp
 * or end the process.  If it returns, the instruction is tried again, unless
 * that is one of a hook, where nothing may have changed meanwhile.
 *
 * Ownership  what the handler is given lies on the thread's stack.
 * Cost       nothing without a fault.
 */
#ifndef NATIVE_FAULT_H
#define NATIVE_FAULT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* For a handler of SIGSEGV and its like: true, the test's handler is called as
 * soon as this one returns; false, there is none, and nothing was changed. */
bool fault_handled(int number, siginfo_t *info, void *context);

/* posix/signal.c: would a fault of this kind call a handler of the test? */
bool signal_catches(int number);
/* Calls it, if it is still there when the running thread's turn comes. */
void signal_fault(int number, siginfo_t *info, void *context, uint64_t pc);

/* The running thread's mask, for sigsetjmp; and made what it was, for
 * siglongjmp. */
uint64_t signal_mask(void);
void signal_mask_again(uint64_t mask, uint64_t pc);

#endif
