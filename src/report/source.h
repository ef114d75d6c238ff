/* SPDX-License-Identifier: MIT */
/* source.h - lines of source files, as far as they can be read
 *
 * Memory   files are kept until source_forget.
 * Cost     a file is read, and its lines are counted, once.
 */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include <stddef.h>

/* Line `line` of a file without the blanks around it; "" when there is none. */
void source_line(const char *path, unsigned line, char *out, size_t size);
/* The same as it is written, `length` bytes; NULL: there is none. */
const char *source_at(const char *path, unsigned line, size_t *length);
/* The first of the files that were read which was changed later than that file;
 * NULL: none was. */
const char *source_newer(const char *than);
void source_forget(void);

#endif
