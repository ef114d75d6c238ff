/* SPDX-License-Identifier: MIT */
/* cond.h - condition variables, for C11's names */
#ifndef NATIVE_POSIX_COND_H
#define NATIVE_POSIX_COND_H

#include "native/rt.h"

#include <time.h>

/* Error numbers as POSIX says.  A clock of -1 is the condition's own. */
int cond_init(void *c, clockid_t clock, uint64_t pc);
int cond_destroy(void *c, uint64_t pc);
int cond_wait(void *c, void *m, uint64_t pc);
int cond_timedwait(void *c, void *m, clockid_t clock,
	const struct timespec *until, uint64_t pc);
int cond_signal(void *c, uint64_t pc);
int cond_broadcast(void *c, uint64_t pc);

#endif
