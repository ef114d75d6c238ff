/* SPDX-License-Identifier: MIT */
/* ident.h - who a thread and its process are to the kernel */
#ifndef NATIVE_POSIX_IDENT_H
#define NATIVE_POSIX_IDENT_H

#include "native/rt.h"

#include <sys/types.h>

/* The process has this number in every execution, thread Tn that plus n. */
enum {
	PROCESS_ID = 1000
};

/* The running thread's, and the scope in which it is one. */
pid_t thread_number(void);

/* A new thread has PR_SET_NO_NEW_PRIVS, or not, as who creates it. */
void no_new_privs_inherit(tid thread, tid creator);

/* By whom a thread was named. */
enum named {
	NAMED_NOT,
	NAMED, /* by itself; or its creator was */
	NAMED_BY_OTHER
};
/* A signal that the running thread sends to itself: what its disposition says.
 */
void signal_raise(int number, uint64_t pc);
/* Calls the test's handler of SIGABRT, if it has one; returns if that does. */
void signal_abort(uint64_t pc);
/* A new thread begins with the mask of who creates it. */
void signal_inherit(const struct thread *t, const struct thread *creator);

#endif
