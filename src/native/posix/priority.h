/* SPDX-License-Identifier: MIT */
/* priority.h - see priority.c */
#ifndef NATIVE_POSIX_PRIORITY_H
#define NATIVE_POSIX_PRIORITY_H

#include "native/rt.h"

/* t begins with its creator's nice value. */
void priority_inherit(const struct thread *t, const struct thread *creator);

/* What glibc says (EINVAL) to a thread without a priority of real time that
 * takes a mutex of PTHREAD_PRIO_PROTECT: to its first attempt alone, since then
 * it holds the thread for one that has been raised. */
bool priority_refused(void);

#endif
