/* SPDX-License-Identifier: MIT */
/* stream.h - streams as objects of the machine
 *
 * Every operation on a FILE is a decision point on it, so that every order of
 * output is seen; it waits while another thread holds the stream (flockfile).
 * Nothing of stdin, stdout and stderr is ever buffered in the C library: output
 * goes to the channel, with what the C library would have done with it
 * (channel/arrived.h), input comes from memory.  Streams over files: files.h;
 * on memory: memory_stream.h.  What else there is (fopencookie) exists only in
 * fork mode and is the C library's business.
 */
#ifndef NATIVE_LIBC_STREAM_H
#define NATIVE_LIBC_STREAM_H

#include "native/libc/libc.h"

/* 0, 1 or 2 for a standard stream; -1: another one. */
int stream_number(FILE *f);
/* The running thread operates on f; `locks` is false for *_unlocked forms and
 * for descriptors, which wait for nobody. */
void stream_point(FILE *f, enum op kind, bool locks, uint64_t pc);
/* Behind that, for calls that use what is buffered: two threads that no lock
 * orders, one of which takes none, may do to it what no order does. */
void stream_used(FILE *f, bool locks, uint64_t pc);
/* What f is for: 1 wide characters, -1 bytes, 0 not yet either, and then it is
 * for `way` from here on (fwide).  Behind an operation on it. */
int stream_way(FILE *f, int way);
/* Nobody else operates on f while the test's memory is read for it: only where
 * that reading is itself a decision point. */
bool stream_hold(FILE *f, uint64_t pc);
void stream_drop(FILE *f);
/* Changes flags that the test's code may look at without a call. */
void stream_flags(FILE *f, int set, int clear, uint64_t pc);
/* A message on stderr: the operation, and then its text, which is the runtime's
 * own; no decision point lies between. */
void message_begin(uint64_t pc);
void message_text(const char *text, size_t n);
void streams_init(void);
/* Makes std::cout and the others, if the test has them. */
void cxx_streams_init(void);
/* What std::pmr's resources do is known from here on. */
void cxx_resources_init(void);

#endif
