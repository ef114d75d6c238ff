/* SPDX-License-Identifier: MIT */
/* cond_study.h - condition variables by the rules of --points=study */
#ifndef NATIVE_POSIX_COND_STUDY_H
#define NATIVE_POSIX_COND_STUDY_H

#include "native/rt.h"

/* cond.c: the object, or a bug is reported. */
struct object *cond_of(const void *c, uint64_t pc);

/* Releases the mutex, and waits; returns 0 when signalled, else the
 * alternative that ended it. */
uint32_t study_wait(void *c, void *m, bool timed, uint64_t pc);
void study_signal(struct object *o);
void study_broadcast(struct object *o);
/* Does nobody wait who is not free to go? */
bool study_all_marked(const struct object *o);
void study_register(void);

#endif
