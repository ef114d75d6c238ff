/* SPDX-License-Identifier: MIT */
/* poll.h - which of some descriptors are ready */
#ifndef NATIVE_KERNEL_POLL_H
#define NATIVE_KERNEL_POLL_H

#include <stdbool.h>
#include <stdint.h>

/* How many of n struct pollfd at an arena index have an answer now.  Changes
 * nothing. */
unsigned poll_ready(uint64_t index, uint64_t n);
/* Is that number one of them? */
bool poll_asks(uint64_t index, uint64_t n, int number);

#endif
