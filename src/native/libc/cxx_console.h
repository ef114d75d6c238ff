/* SPDX-License-Identifier: MIT */
/* cxx_console.h - std::cin, and what lies between C++'s standard streams and
 * C's
 *
 * These have a buffer that has none: each call on it is one on stdin, stdout or
 * stderr.  A call of std::cin is one operation on stdin, with the flush of
 * std::cout that it is tied to; what it changes of the stream itself is told
 * behind that.  Unlike streams on strings and files std::cin is for several
 * threads at a time ([iostream.objects.overview]): its calls are ordered among
 * themselves, but each may get what is in the middle of what another one wants,
 * which no order of whole calls shows (hole `unlocked_streams`).  Who looks at
 * it without such a call is not ordered.
 */
#ifndef NATIVE_LIBC_CXX_CONSOLE_H
#define NATIVE_LIBC_CXX_CONSOLE_H

#include "native/libc/cxx_text.h"

/* Is that the buffer of a stream that reads stdin? */
bool console_buffer(const char *buffer);
/* May a stream with that buffer be tied to `tie`? */
bool console_tied(const char *buffer, const char *tie);
/* The call's decision point, as an operation on stdin. */
void console_point(struct text_call *c);
/* All that such a call may change of the buffer; and the call is over. */
void console_tell(struct text_call *c, char *buffer);
void console_end(void);
/* How much could still be read, at most. */
size_t console_left(void);

#endif
