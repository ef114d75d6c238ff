/* SPDX-License-Identifier: MIT */
/* files.h - streams over files: fopen, fdopen, tmpfile; what all streams share
 *
 * A FILE of the C library's own, so that what is buffered, and when it is
 * written, is as natively; what it reads and writes is a descriptor of ours
 * (kernel/file.h).  The FILE and its buffer lie in the test's heap; the library
 * changes them in silence, so they are saved before each call, once an epoch.
 *
 * Rule     between files_begin() and files_end() no other thread runs.
 */
#ifndef NATIVE_LIBC_FILES_H
#define NATIVE_LIBC_FILES_H

#include "native/rt.h"

#include <stdio.h>

enum {
	STREAMS_MAX = 256
};

/* Is it one of these, or one on memory (memory_stream.h)? */
bool files_has(const FILE *f);
/* The descriptor of one; -1: it has none, or is none. */
int files_number(const FILE *f);
/* What it is for (stream_way); NULL: it is none. */
signed char *files_way(const FILE *f);
/* A call of the C library's on one, behind its operation. */
void files_begin(FILE *f);
void files_end(FILE *f);
/* Is it one of open_wmemstream?  Then a character goes there as it is; false:
 * there is no memory for it. */
bool files_wide(const FILE *f);
bool files_put_wide(FILE *f, wchar_t c, uint64_t pc);
/* It is flushed, behind its operation: what it has is told to the test. */
void files_told(FILE *f, uint64_t pc);
/* What could still be read, at most. */
size_t files_left(const FILE *f);
/* The same, of n bytes that are asked for: of /dev/zero, more than these. */
size_t files_most(const FILE *f, size_t n);
/* n bytes written; fewer: an error, errno says which. */
size_t files_write(FILE *f, const void *from, size_t n);
/* As fflush(NULL) does to these; 0 or EOF. */
int files_flush(void);
/* As fclose does. */
int files_close(FILE *f, uint64_t pc);

/* A new one: a row for it, which is taken at the end.  In between, no other
 * thread runs, and the C library may make the FILE, or files_new_cookie does,
 * with the row as its cookie and a buffer of so many bytes. */
unsigned files_new_begin(void);
FILE *files_new_cookie(unsigned row, const char *mode,
	cookie_io_functions_t functions, size_t buffer);
/* False: f is NULL, and there is none. */
bool files_new_end(unsigned row, FILE *f, int number);

#endif
