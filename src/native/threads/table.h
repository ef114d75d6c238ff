/* SPDX-License-Identifier: MIT */
/* table.h - the symbol `scarp_threads`: where a debugger finds the threads
 *
 * The test's threads are fibers, which neither the kernel nor libthread_db
 * knows.  This constant tells a reader of the process, alive or dead, where
 * the runtime's own records of them lie: nothing is copied, so nothing can be
 * out of date.  Its layout is a format with a version: docs/formats/threads.md.
 *
 * Cost     none while the test runs.
 */
#ifndef NATIVE_TABLE_H
#define NATIVE_TABLE_H

#include <stdint.h>

#include "native/rt.h"

enum {
	THREADS_TABLE_VERSION = 1
};

struct scarp_threads {
	char magic[8];		 /* "scarpthr", no terminating zero */
	uint32_t version, bytes; /* of the format; of this struct */
	struct thread **rows;	 /* where the first row's address is */
	struct thread **running; /* likewise of the running thread; or 0 */
	tid *count;		 /* rows that were ever in use */
	uint32_t row_bytes;	 /* from one row to the next */
	uint32_t id;		 /* offsets in a row: 2 bytes */
	uint32_t state;		 /* 1 byte: free, alive, ended */
	uint32_t started;	 /* 1 byte: has run */
	uint32_t named, name;	 /* 1 byte; 16 bytes, where `named` is 1 */
	uint32_t sp;		 /* 8 bytes each: saved stack pointer, */
	uint32_t fs;		 /* FS base, */
	uint32_t stack_low, stack_top; /* bounds of the stack, */
	uint32_t start;	      /* function that it began with (main: 0) */
	uint32_t saved_bytes; /* of registers at the saved sp */
};

extern EXPORT const struct scarp_threads scarp_threads;

#endif
