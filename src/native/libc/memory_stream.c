/* SPDX-License-Identifier: MIT */
#include "native/libc/memory_stream.h"
#include "native/libc/files.h"
#include "native/libc/library.h"
#include "native/libc/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum way {
	WAY_FILE,   /* it is none of these */
	WAY_STRING, /* open_memstream */
	WAY_WIDE,   /* open_wmemstream */
	WAY_BUFFER  /* fmemopen */
};

static struct memory {
	enum way way;
	/* Where the test wants to be told the text. */
	char **text;
	size_t *length;
	/* Of wide characters: where the test wants to be told these, what is
	 * there, and how many, of how many. */
	wchar_t **wide, *characters;
	/* Of a buffer: its bytes, the place, and where what is there ends. */
	char *bytes;
	size_t size, at, end;
	bool appends, own;
} memories[STREAMS_MAX]; /* rewound */

/* The library tells here instead, in the middle of a call; not rewound. */
static struct {
	char *text;
	size_t length;
} told[STREAMS_MAX];
/* Where it was before the call. */
static char *base, *place;

bool memory_stream_grows(unsigned row)
{
	return memories[row].way == WAY_STRING;
}

size_t memory_stream_left(unsigned row)
{
	const struct memory *m = &memories[row];

	return m->way == WAY_BUFFER && m->at < m->size ? m->size - m->at : 0;
}

/* --- text that grows
 * ------------------------------------------------------------------------- */

void memory_stream_begin(unsigned row, const FILE *f)
{
	if (memories[row].way != WAY_STRING)
		return;
	told[row].text = 0;
	base = f->_IO_write_base;
	place = f->_IO_write_ptr;
}

/* The text lies in a block of the library's, where others may read what they
 * were told of it.  Where it had no room it lies in another block now. */
static void wrote(char *start, char *end, uint64_t pc)
{
	char *from = start == base ? place : start;

	if (end <= from)
		return;
	access_also(from, (size_t)(end - from), true, pc);
}

static void tell(const struct memory *m, unsigned row, uint64_t pc)
{
	char *text = told[row].text;
	size_t length = told[row].length;

	access_also(text + length, 1, true, pc); /* the zero behind it */
	access_also(m->text, sizeof *m->text, true, pc);
	*m->text = text;
	access_also(m->length, sizeof *m->length, true, pc);
	*m->length = length;
}

static void string_end(const struct memory *m, unsigned row, const FILE *f)
{
	uint64_t pc = user_pc();

	if (f)
		wrote(f->_IO_write_base, f->_IO_write_ptr, pc);
	else if (told[row].text)
		wrote(told[row].text, told[row].text + told[row].length, pc);
	if (told[row].text)
		tell(m, row, pc);
}

void memory_stream_end(unsigned row, const FILE *f)
{
	struct memory *m = &memories[row];

	if (m->way == WAY_FILE)
		return;
	if (m->way == WAY_STRING)
		string_end(m, row, f);
	if (f)
		return;
	if (m->way == WAY_WIDE)
		memory_stream_told(row, user_pc());
	if (m->own)
		free(m->bytes);
	undo_save(m, sizeof *m);
	m->way = WAY_FILE;
}

EXPORT FILE *LIBC(open_memstream)(char **text, size_t *length)
{
	unsigned row;
	FILE *f;

	if (!controlled())
		return REAL(open_memstream)(text, length);
	row = files_new_begin();
	f = REAL(open_memstream)(&told[row].text, &told[row].length);
	if (!files_new_end(row, f, -1))
		return 0;
	undo_save(&memories[row], sizeof *memories);
	memories[row] = (struct memory){
		.way = WAY_STRING, .text = text, .length = length};
	return f;
}

/* --- wide characters
 * ------------------------------------------------------------------------- */

/* They go into memory as they are, and never through the FILE: the C library
 * has none for them that it would leave to us. */
bool memory_stream_wide(unsigned row)
{
	return row < STREAMS_MAX && memories[row].way == WAY_WIDE;
}

bool memory_stream_put(unsigned row, wchar_t c, uint64_t pc)
{
	struct memory *m = &memories[row];
	wchar_t *more;

	undo_save(m, sizeof *m);
	if (m->at + 1 == m->size) { /* the last one is for the zero */
		more = realloc(m->characters, 2 * m->size * sizeof *more);
		if (!more)
			return false;
		m->characters = more;
		m->size *= 2;
	}
	access_also(&m->characters[m->at], 2 * sizeof c, true, pc);
	m->characters[m->at++] = c;
	m->characters[m->at] = 0;
	return true;
}

void memory_stream_told(unsigned row, uint64_t pc)
{
	const struct memory *m = &memories[row];

	access_also(m->wide, sizeof *m->wide, true, pc);
	*m->wide = m->characters;
	access_also(m->length, sizeof *m->length, true, pc);
	*m->length = m->at;
}

static ssize_t no_bytes(void *cookie, const char *from, size_t n)
{
	return 0;
}

static int no_place(void *cookie, off64_t *to, int from)
{
	unsupported("fseek or ftell of a stream of open_wmemstream", user_pc());
	return -1;
}

EXPORT FILE *LIBC(open_wmemstream)(wchar_t **text, size_t *length)
{
	const cookie_io_functions_t functions = {0, no_bytes, no_place, 0};
	struct memory m = {
		.way = WAY_WIDE, .wide = text, .length = length, .size = 1024};
	unsigned row;
	FILE *f;

	if (!controlled())
		return REAL(open_wmemstream)(text, length);
	m.characters = malloc(m.size * sizeof *m.characters);
	if (!m.characters)
		return 0;
	*m.characters = 0;
	row = files_new_begin();
	f = files_new_cookie(row, "w", functions, BUFSIZ);
	if (!files_new_end(row, f, -1)) {
		free(m.characters);
		return 0;
	}
	undo_save(&memories[row], sizeof *memories);
	memories[row] = m;
	stream_way(f, 1);
	return f;
}

/* --- a buffer of the test's
 * ------------------------------------------------------------------ */

static struct memory *changing(void *cookie)
{
	struct memory *m = &memories[(uintptr_t)cookie];

	undo_save(m, sizeof *m);
	return m;
}

static ssize_t reads(void *cookie, char *to, size_t n)
{
	struct memory *m = changing(cookie);
	size_t there = m->at < m->end ? m->end - m->at : 0;

	if (n > there)
		n = there;
	access_also(m->bytes + m->at, n, false, user_pc());
	memcpy(to, m->bytes + m->at, n);
	m->at += n;
	return (ssize_t)n;
}

static void store(struct memory *m, size_t at, const char *from, size_t n)
{
	access_also(m->bytes + at, n, true, user_pc());
	memcpy(m->bytes + at, from, n);
}

/* What was never as long before ends with a zero, as far as there is room: over
 * the last byte if need be, unless it appends. */
static void end_at(struct memory *m, bool zero)
{
	m->end = m->at;
	if (zero && m->end < m->size)
		store(m, m->end, "", 1);
	else if (zero && !m->appends && m->size)
		store(m, m->size - 1, "", 1);
}

static ssize_t writes(void *cookie, const char *from, size_t n)
{
	struct memory *m = changing(cookie);
	size_t at = m->appends ? m->end : m->at;
	bool zero = n == 0 || from[n - 1];

	if (at + n > m->size) {
		if (m->at + zero >= m->size)
			return errno = ENOSPC, 0;
		n = m->size - at;
	}
	store(m, at, from, n);
	m->at = at + n;
	if (m->at > m->end)
		end_at(m, zero);
	return (ssize_t)n;
}

static int seeks(void *cookie, off64_t *to, int from)
{
	struct memory *m = changing(cookie);
	off64_t at = *to;

	if (from == SEEK_CUR)
		at += (off64_t)m->at;
	else if (from == SEEK_END)
		at += (off64_t)m->end;
	else if (from != SEEK_SET)
		return -1;
	if (at < 0 || (size_t)at > m->size)
		return errno = EINVAL, -1;
	m->at = (size_t)at;
	*to = at;
	return 0;
}

/* What is in it to begin with; false: it is no buffer. */
static bool begins(
	struct memory *m, char *bytes, size_t n, const char *mode, uint64_t pc)
{
	*m = (struct memory){.way = WAY_BUFFER,
		.bytes = bytes,
		.size = n,
		.appends = *mode == 'a',
		.own = !bytes};
	if (!bytes) {
		m->bytes = malloc(n);
		if (m->bytes && n)
			*m->bytes = 0;
	} else if (n > -(uintptr_t)bytes) {
		errno = EINVAL;
		return false;
	} else {
		if (mode[0] == 'w' && mode[1] == '+')
			put_bytes(bytes, "", 1, pc);
		if (m->appends) {
			m->end = strnlen(look_string(bytes, n, pc), n);
			access_read(bytes, m->end + (m->end < n), pc);
		}
	}
	if (*mode == 'r')
		m->end = n;
	m->at = m->appends ? m->end : 0;
	return m->bytes != 0;
}

EXPORT FILE *LIBC(fmemopen)(void *bytes, size_t n, const char *mode)
{
	const cookie_io_functions_t functions = {reads, writes, seeks, 0};
	struct memory m;
	unsigned row;
	FILE *f;

	if (!controlled())
		return REAL(fmemopen)(bytes, n, mode);
	mode = read_string(mode, CALLER);
	if (!begins(&m, bytes, n, mode, CALLER))
		return 0;
	row = files_new_begin();
	f = files_new_cookie(row, mode, functions, BUFSIZ);
	if (!files_new_end(row, f, -1)) {
		if (m.own)
			free(m.bytes);
		return 0;
	}
	undo_save(&memories[row], sizeof *memories);
	memories[row] = m;
	return f;
}
