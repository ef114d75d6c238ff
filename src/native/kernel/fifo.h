/* SPDX-License-Identifier: MIT */
/* fifo.h - pipes with names */
#ifndef NATIVE_KERNEL_FIFO_H
#define NATIVE_KERNEL_FIFO_H

#include "native/kernel/file.h"

/* What open does with one, behind its operation: a number, or -1 and errno.
 * `kept`: what F_GETFL says. */
int fifo_open(uint32_t node, int flags, uint32_t kept, uint64_t pc);
/* Was the other end opened since it had been so often? */
bool fifo_is_met(const struct file *f, uint64_t before);
/* Nobody has written to it since a reader opened it that did not wait: poll
 * does not call that an end of file, though read does. */
bool fifo_never_had_writers(const struct file *f);

#endif
