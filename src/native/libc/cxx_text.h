/* SPDX-License-Identifier: MIT */
/* cxx_text.h - streams on strings: std::stringstream and its kin
 *
 * They share nothing with others but what they lie in: basic_ios, a
 * basic_stringbuf, the string's memory.  A call of the library's on one touches
 * these and what its arguments reach.  All of that is told before, at the
 * call's one decision point; then the library's own function runs in one piece.
 *
 * The stream is told as a whole, as changed or as read: unlike std::cout it is
 * for one thread at a time ([iostreams.threadsafety]), so that two calls
 * without order race whatever they do.  Of the string's memory what may be
 * written is told; who reads it through the stream has read the stream.
 *
 * A stream on a file (cxx_file.h) is told in the same way, and one on stdin by
 * cxx_console.h.  One on any other buffer, tied to another stream, or with a
 * locale that is not "C", is none of these: what the library does there is not
 * known.
 */
#ifndef NATIVE_LIBC_CXX_TEXT_H
#define NATIVE_LIBC_CXX_TEXT_H

#include "native/rt.h"

struct text_call {
	const char *name;
	uint64_t pc;
	bool begun;	/* the first access was told */
	bool elsewhere; /* and it is not known what it does */
	bool held;
	/* Of a buffer on a file it takes n bytes, or leaves n there, and so
	 * ends in what is buffered: unless it is an operation. */
	bool operation;
	bool console; /* it is one on stdin */
	enum op kind;
	size_t n;
};

/* std::string of the new ABI. */
struct text_string {
	char *bytes;
	uint64_t length;
	union {
		uint64_t capacity; /* if the bytes are not here: */
		char local[16];
	};
};

/* How much an insertion writes at most, without a width and a precision. */
enum {
	TEXT_ROOM = 512,
	TEXT_ROOM_REAL = 5120 /* LDBL_MAX has 4933 digits */
};
#define TEXT_ALL SIZE_MAX

#define TEXT_CALL __attribute__((cleanup(text_end))) struct text_call

/* Is it in control, and not a part of a call that was told? */
bool text_controlled(void);
/* Is that std::locale "C"? */
bool text_is_classic(const void *locale);
/* Is `ios` on a string, a file or stdin, as far as is known? */
bool text_is_stream(const char *ios);

/* n bytes are read, or written. */
void text_tell(struct text_call *c, const void *p, size_t n, bool write);
/* A std::string is read; it is changed. */
void text_tell_source(struct text_call *c, const struct text_string *s);
void text_tell_target(struct text_call *c, struct text_string *s);
/* The stream with that basic_ios is read, or changed; `room` bytes, at most,
 * are written behind what it has, TEXT_ALL: anywhere in its string. */
void text_tell_stream(struct text_call *c, char *ios, bool write, size_t room);
/* A basic_streambuf is. */
void text_tell_buffer(
	struct text_call *c, char *buffer, bool write, size_t room);
/* The same; it fills as much as it has of n bytes at `to`, and a zero. */
void text_tell_filled(
	struct text_call *c, char *buffer, uint64_t to, int64_t n);
/* A class derived from a stream is made or destroyed: the part of it that is
 * the stream's own, and std::basic_ios, which is where the first of the tables
 * says. */
void text_tell_part(
	struct text_call *c, uint64_t at, uint64_t tables, size_t bytes);
/* Before anything is told: the call's decision point, where that buffer is on a
 * file, which a call that takes or leaves n bytes may come to. */
void text_point(
	struct text_call *c, const char *buffer, enum op kind, size_t n);
/* The same of the stream with that basic_ios, for an insertion. */
void text_point_output(struct text_call *c, const char *ios, size_t room);
/* All is told: begins the piece, or says that the call is not known. */
void text_begin(struct text_call *c);
/* Ends it, also where an exception passes. */
void text_end(struct text_call *c);

/* Before the first execution; with the facet of characters that std::cout has.
 */
void text_init(void *ctype);

#endif
