/* SPDX-License-Identifier: MIT */
/* poll.h - which of some descriptors are ready */
#ifndef NATIVE_KERNEL_POLL_H
#define NATIVE_KERNEL_POLL_H

#include "native/kernel/file.h"

#include <signal.h>
#include <time.h>

/* All that is true of a file: POLLIN and its kin. */
short file_events(const struct file *f);
/* Of a socket. */
short socket_events(const struct file *f);
/* What made it ready happened before. */
void file_learn(const struct file *f);

/* How many of n struct pollfd at an arena index have an answer now.  Changes
 * nothing. */
unsigned poll_ready(uint64_t index, uint64_t n);
/* The files that one asks to read from. */
void poll_each(uint64_t index, uint64_t n,
	void (*visit)(const struct file *f, void *arg), void *arg);
/* Is that number one of them? */
bool poll_asks(uint64_t index, uint64_t n, int number);
/* A mask of signals for the time of the call, if it is another one than the
 * thread's; signal_resume() behind the call. */
void poll_mask(const sigset_t *mask, uint64_t pc);
/* False: it is none. */
bool poll_timeout(const struct timespec *timeout, int64_t *ns, uint64_t pc);
/* A number is nobody's here, but may be the kernel's: the call is refused. */
void poll_foreign(int number, uint64_t pc);

#endif
