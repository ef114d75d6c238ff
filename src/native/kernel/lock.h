/* SPDX-License-Identifier: MIT */
/* lock.h - locks on files: flock, and those of fcntl */
#ifndef NATIVE_KERNEL_LOCK_H
#define NATIVE_KERNEL_LOCK_H

#include "native/kernel/file.h"

#include <fcntl.h>

/* F_GETLK, F_SETLK, F_SETLKW, behind the operation. */
int lock_range(const struct file *f, int command, struct flock *l, uint64_t pc);
/* Does flock wait for nobody? */
bool lock_is_free(const struct file *f, bool alone);
/* The open file gives up what flock gave it. */
void lock_drop(struct file *f);

#endif
