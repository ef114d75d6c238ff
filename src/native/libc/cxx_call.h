/* SPDX-License-Identifier: MIT */
/* cxx_call.h - interposers of libstdc++.so's functions that are told before
 *
 * CALL(symbol, tells): the library's own function `symbol`, with up to four
 * arguments in registers, a, b, d and e.  `tells` says by the words below what
 * it reads and writes.  What is a stream, or a buffer of one, comes first: on a
 * file it is a decision point (cxx_file.h), behind which all the rest is told.
 *
 * Whoever includes this is compiled with -fexceptions (cmake/runtime.cmake).
 */
#ifndef NATIVE_LIBC_CXX_CALL_H
#define NATIVE_LIBC_CXX_CALL_H

#include "native/libc/cxx_ios.h"
#include "native/libc/cxx_text.h"
#include "native/libc/libc.h"

/* Results in registers: one word, or two. */
struct words {
	uint64_t a, b;
};

#define NAME(symbol) NAME_(symbol)
#define NAME_(symbol) #symbol
#define CALL(symbol, tells)                                                    \
	struct words symbol(uint64_t a, uint64_t b, uint64_t d, uint64_t e);   \
	EXPORT struct words symbol(                                            \
		uint64_t a, uint64_t b, uint64_t d, uint64_t e)                \
	{                                                                      \
		TEXT_CALL c = {.name = NAME(symbol), .pc = CALLER};            \
                                                                               \
		if (text_controlled()) {                                       \
			tells;                                                 \
			text_begin(&c);                                        \
		}                                                              \
		return REAL(symbol)(a, b, d, e);                               \
	}

/* What arguments are: memory that is read or written; a std::string that is
 * read, or changed; room for one. */
#define READS(p, n) text_tell(&c, (void *)(p), n, false)
#define WRITES(p, n) text_tell(&c, (void *)(p), n, true)
#define SOURCE(p) text_tell_source(&c, (const struct text_string *)(p))
#define TARGET(p) text_tell_target(&c, (struct text_string *)(p))
#define RESULT(p) WRITES(p, sizeof(struct text_string))
/* Streams and buffers, by their addresses. */
#define BUFFER(p, write, room) (HAS(p, TEXT_ALL), BUFFER_IS(p, write, room))
#define BUFFER_IS(p, write, room) text_tell_buffer(&c, (char *)(p), write, room)
#define BUFFER_FILLS(p, to, n)                                                 \
	text_tell_filled(&c, (char *)(p), to, (int64_t)(n))
/* The call takes n bytes of it at most, or leaves n there. */
#define HAS(p, n) text_point(&c, (char *)(p), OP_io_read, n)
#define FITS(p, n) text_point(&c, (char *)(p), OP_io_write, n)
#define OUTPUT(p, room)                                                        \
	(text_point_output(&c, ios_of((char *)(p)), room),                     \
		text_tell_stream(&c, ios_of((char *)(p)), true, room))
#define PART_OF(at, tables, bytes) text_tell_part(&c, at, tables, bytes)

static inline char *word(const char *at)
{
	return *(char *const *)(const void *)at;
}

/* Its place is in the stream's table. */
static inline char *ios_of(char *stream)
{
	return stream + ((ptrdiff_t *)(void *)word(stream))[-3];
}

#endif
