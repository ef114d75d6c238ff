/* SPDX-License-Identifier: MIT */
/* serial.h - executions in which operations are whole
 *
 * Where the command asks for what the test's own operations do by themselves
 * (linear/own.h), a call takes the history of its object like a mutex, and the
 * return gives it back: an operation is not called before that of another
 * thread has returned.  All else goes on as ever.  Each execution adds what it
 * noted, also one that ends since nobody can go on: what waits there waits.
 */
#ifndef NATIVE_LINEAR_SERIAL_H
#define NATIVE_LINEAR_SERIAL_H

#include "native/rt.h"

/* The file that the command made is mapped: before serial_init(). */
void serial_attach(int fd);
/* Operations are registered. */
void serial_init(void);
/* Children of the test do not have it. */
void serial_share_no_more(void);

extern bool serial;

static inline enum op serial_call(void)
{
	return serial ? OP_mutex_lock : OP_operation_call;
}

/* The call was granted, or the return: it takes the history, or gives it back.
 */
void serial_touch(uint64_t history);

/* What is noted is settled. */
void serial_add(void);
/* Nobody can go on.  Does not return if that is the end of a serial execution.
 */
void serial_stuck(void);

#endif
