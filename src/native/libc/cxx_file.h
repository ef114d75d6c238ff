/* SPDX-License-Identifier: MIT */
/* cxx_file.h - streams on files: std::filebuf, std::fstream and its kin
 *
 * The library's own, told as those on strings are (cxx_text.h): for one thread
 * at a time, and changed as a whole by each call.  What they read and write is
 * a stream of ours (files.h), by calls that are ours: so a call that may come
 * to that is an operation, with its decision point before anything is told, and
 * all that it asks of the system is a part of it.
 *
 * The buffer is no memory that the test announces, unless it gave it: it is
 * saved before the call.
 */
#ifndef NATIVE_LIBC_CXX_FILE_H
#define NATIVE_LIBC_CXX_FILE_H

#include "native/libc/cxx_text.h"

/* Is that a basic_filebuf<char>, and of no derived class? */
bool file_buffer(const char *buffer);
/* Does the call end in what is buffered? */
bool file_buffers(const struct text_call *c, const char *buffer);
/* Its decision point, as an operation on the one at `buffer`, made or yet to
 * be. */
void file_point(struct text_call *c, const char *buffer);
/* It is changed, as far as such a call does. */
void file_tell(struct text_call *c, char *buffer);
/* How much could be read beyond what is in its buffer, at most. */
size_t file_left(const char *buffer);

#endif
