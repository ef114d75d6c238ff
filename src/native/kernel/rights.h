/* SPDX-License-Identifier: MIT */
/* rights.h - descriptors that are passed over Unix sockets (SCM_RIGHTS)
 *
 * A message has open files, and a reference of each, from when it is queued
 * until it is read or thrown away.  Linux, net/core/scm.c.
 *
 * Memory   lists lie in the arena, written once.
 */
#ifndef NATIVE_KERNEL_RIGHTS_H
#define NATIVE_KERNEL_RIGHTS_H

#include "native/kernel/file.h"

#include <sys/socket.h>

/* Before the operation: what a message's ancillary data asks for, as it is read
 * from the test's memory: an arena index, 0 for nothing.  False: errno. */
bool rights_asked(const struct msghdr *m, uint32_t *asked, uint64_t pc);
/* Behind its decision point: the files that stands for, as a list in the arena;
 * 0 for none.  False: one is not open, errno. */
bool rights_found(uint32_t asked, uint32_t *found, uint64_t pc);
/* They are queued there: each gets a reference. */
void rights_hold(uint32_t list, const struct queue *q, uint64_t pc);
/* Thrown away. */
void rights_drop(uint32_t list);
/* A message that has them is received: each gets a number, as far as there is
 * room for it in the message's ancillary data.  `peeked`: and stays where it
 * is. Returns what msg_flags says of that. */
int rights_give(uint32_t list, bool peeked, const struct msghdr *to, int flags,
	size_t *used, uint64_t pc);

#endif
