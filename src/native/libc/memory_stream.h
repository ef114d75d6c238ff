/* SPDX-License-Identifier: MIT */
/* memory_stream.h - streams on memory: open_memstream, fmemopen
 *
 * A FILE of the C library's own, kept as those over files are (files.h).  What
 * it reads and writes is memory of the test, which others may look at without
 * any lock: announced in the operation in which the library does it.
 */
#ifndef NATIVE_LIBC_MEMORY_STREAM_H
#define NATIVE_LIBC_MEMORY_STREAM_H

#include "native/libc/libc.h"

/* A call of the C library's on the stream in that row of files.c is to be made,
 * and has been; f 0: it was fclose.  Nothing for streams over files. */
void memory_stream_begin(unsigned row, const FILE *f);
void memory_stream_end(unsigned row, const FILE *f);
/* What could still be read, at most, beside what is buffered. */
size_t memory_stream_left(unsigned row);
/* Is it of open_wmemstream?  One more character; it is flushed. */
bool memory_stream_wide(unsigned row);
bool memory_stream_put(unsigned row, wchar_t c, uint64_t pc);
void memory_stream_told(unsigned row, uint64_t pc);
/* Does fflush(NULL) leave it as it is? */
bool memory_stream_grows(unsigned row);

#endif
