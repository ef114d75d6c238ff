/* SPDX-License-Identifier: MIT */
/* output.h - what the test prints, per execution; checks at its end */
#ifndef NATIVE_OUTPUT_H
#define NATIVE_OUTPUT_H

#include "native/rt.h"

enum {
	OUTCOMES_FD = 100,   /* or above: what follows SCARP_OUTCOMES */
	OUTPUT_BUFFER = 4096 /* stdout's own, when it leads to a pipe */
};

/* Why what an execution prints is not to be compared: bits of world.dropped. */
enum {
	DROPPED_ROOM = 1,
	DROPPED_MOVED = 2, /* descriptor 1 did not lead where it did */
	DROPPED_SMALL = 4, /* a buffer in which characters wait otherwise */
	SMALL_BUFFER = 4096
};

/* The running thread writes n bytes to descriptor 1 or 2, or prints them to
 * stdout (OUTPUT_BUFFERED): kept in the channel, rewound with the execution,
 * dropped beyond OUTPUT_MAX. */
void output_write(int fd, enum output_way way, const char *text, size_t n);
/* How much of what is printed to stdout its buffer takes before it is written:
 * glibc's (channel/arrived.h), as far as it matters who waits there.  SIZE_MAX:
 * all of it, and nothing is written. */
size_t output_fits(const char *text, size_t n);
/* stdout is flushed; false: nothing was there. */
bool output_flush(void);
/* From here on it is buffered so, with a buffer of n bytes; 0: the one it had.
 */
void output_buffer(enum output_way way, size_t n);
/* exit: flushed, and from here on not buffered. */
void output_cleanup(void);
/* The test's standard input, in runtime memory. */
extern HIDDEN struct input {
	const char *text;
	size_t bytes;
} input;
/* Before it is read: it may be empty by mistake. */
void input_wanted(void);

/* Driver, before the first execution: reads the input, and with
 * SCARP_OUTCOMES=FILE, appends each new output of a complete execution as one
 * line (outcomes_note). */
void outcomes_init(void);
void outcomes_note(void);
/* A process that is forked from now on does not have the list of outcomes. */
void outcomes_share_no_more(void);

/* The execution is over: a bug, if it did not print, or leave in files, what it
 * was to (config.expected); or that is kept. */
void printed_judge(uint64_t pc);
/* Are files compared? */
bool printed_has_files(void);
/* ends: leaks are bugs with config.leak_check. */
void leak_check(uint64_t pc);
/* cxx.c: type and what() of the exception that goes uncaught; false: none. */
bool uncaught_exception(char *out, size_t n);
/* libc/cxx_throw.c: the object of the newest caught exception; NULL: none, or
 * another language's. */
void *caught_object(void);
/* cxx.c: ends the running thread by forced unwinding (pthread_exit). */
void thread_unwind(void *result) __attribute__((noreturn));

#endif
