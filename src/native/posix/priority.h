/* SPDX-License-Identifier: MIT */
/* priority.h - see priority.c */
#ifndef NATIVE_POSIX_PRIORITY_H
#define NATIVE_POSIX_PRIORITY_H

#include "native/rt.h"

/* t begins with its creator's nice value. */
void priority_inherit(const struct thread *t, const struct thread *creator);

#endif
