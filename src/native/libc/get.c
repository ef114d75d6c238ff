/* SPDX-License-Identifier: MIT */
/* get.c - input: standard input comes from memory
 *
 * It is empty, or the file of --stdin, which every execution reads from its
 * start: the place in it is part of the world that is rewound.
 */
#include "native/footprint.h"
#include "native/kernel/file.h"
#include "native/libc/files.h"
#include "native/libc/get.h"
#include "native/libc/stream.h"
#include "native/outside/outside.h"
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/spin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	BUFFER = 4096,	  /* what stdin reads at once, from a file */
	LINE_ROOM = 120,  /* of a line at first */
	LONGEST = 1 << 20 /* line of what has no end */
};

static const char *rest(size_t *n)
{
	input_wanted();
	shared_write(&rt.world.stdin_offset);
	*n = input.bytes - rt.world.stdin_offset;
	return input.text + rt.world.stdin_offset;
}

static void move_on(size_t n)
{
	spin_object(
		&rt.world.stdin_offset, sizeof rt.world.stdin_offset, n != 0);
	rt.world.stdin_offset += (uint32_t)n;
}

/* Inlined feof_unlocked looks at the flag itself. */
static void at_end(FILE *f, uint64_t pc)
{
	stream_flags(f, _IO_EOF_SEEN, 0, pc);
}

bool get_ours(FILE *f, bool locks, uint64_t pc)
{
	if (!controlled())
		return false;
	stream_point(f, OP_io_read, locks, pc);
	stream_used(f, locks, pc);
	if (files_has(f)) {
		if (files_number(f) >= 0)
			cancel_here();
		return true;
	}
	if (stream_number(f) > 0) { /* the C library marks it, says EBADF */
		spin_abandon();
		undo_save(f, sizeof *f);
	}
	if (stream_number(f) != 0)
		outside_unseen("a call on a stream that is not stdin", pc);
	else if (rt.world.stdin_offset % BUFFER == 0 ||
		 rt.world.stdin_offset == input.bytes)
		cancel_here(); /* it has to read */
	return stream_number(f) == 0;
}

/* For a call that reads bytes. */
static bool ours(FILE *f, bool locks, uint64_t pc)
{
	if (!get_ours(f, locks, pc))
		return false;
	if (stream_way(f, -1) > 0)
		unsupported("a call that reads bytes from a stream of wide "
			    "characters",
			pc);
	return true;
}

/* A call of the C library's on a stream over a file. */
#define OF_FILE(f, call)                                                       \
	({                                                                     \
		__typeof__(call) result;                                       \
                                                                               \
		files_begin(f);                                                \
		result = (call);                                               \
		files_end(f);                                                  \
		result;                                                        \
	})

int get_byte(FILE *f, uint64_t pc)
{
	size_t n;
	const char *text;

	if (files_has(f))
		return OF_FILE(f, REAL(fgetc_unlocked)(f));
	text = rest(&n);
	if (n == 0 || stream_number(f) != 0) {
		move_on(0);
		at_end(f, pc);
		return EOF;
	}
	move_on(1);
	trace_result((unsigned char)*text);
	return (unsigned char)*text;
}

#define GET_CHAR(name, parameters, call, f, locks)                             \
	EXPORT int LIBC(name) parameters                                       \
	{                                                                      \
		return ours(f, locks, CALLER) ? get_byte(f, CALLER)            \
					      : REAL(name) call;               \
	}

int __uflow(FILE *f);
int _IO_getc(FILE *f);

GET_CHAR(fgetc, (FILE * f), (f), f, true)
GET_CHAR(getc, (FILE * f), (f), f, true)
GET_CHAR(_IO_getc, (FILE * f), (f), f, true)
GET_CHAR(getchar, (void), (), stdin, true)
GET_CHAR(fgetc_unlocked, (FILE * f), (f), f, false)
GET_CHAR(getc_unlocked, (FILE * f), (f), f, false)
GET_CHAR(getchar_unlocked, (void), (), stdin, false)
/* The part of an inlined getc_unlocked that is not inlined. */
GET_CHAR(__uflow, (FILE * f), (f), f, false)

int get_back(int c, FILE *f, uint64_t pc)
{
	if (files_has(f))
		return OF_FILE(f, REAL(ungetc)(c, f));
	if (c == EOF || stream_number(f) != 0)
		return EOF;
	if (rt.world.stdin_offset == 0 ||
		input.text[rt.world.stdin_offset - 1] != (char)c)
		unsupported("ungetc of another character than was read", pc);
	spin_object(&rt.world.stdin_offset, sizeof rt.world.stdin_offset, true);
	rt.world.stdin_offset--;
	stream_flags(f, 0, _IO_EOF_SEEN, pc);
	return (unsigned char)c;
}

EXPORT int LIBC(ungetc)(int c, FILE *f)
{
	return ours(f, true, CALLER) ? get_back(c, f, CALLER)
				     : REAL(ungetc)(c, f);
}

/* Up to n bytes. */
static size_t take(FILE *f, void *to, size_t n, uint64_t pc)
{
	size_t left;
	const char *text;

	if (files_has(f)) {
		size_t most = files_most(f, n);
		char *own =
			(char *)arena_words((n < most ? n : most) / 4 + 2, 0);

		n = OF_FILE(f, REAL(fread_unlocked)(own, 1, n, f));
		put_bytes(to, own, n, pc);
		return n;
	}
	text = rest(&left);
	if (stream_number(f) != 0)
		left = 0;
	if (n > left) {
		n = left;
		at_end(f, pc);
	}
	move_on(n);
	put_bytes(to, text, n, pc);
	return n;
}

EXPORT size_t LIBC(fread)(void *to, size_t size, size_t n, FILE *f)
{
	if (!ours(f, true, CALLER))
		return REAL(fread)(to, size, n, f);
	return size ? take(f, to, size * n, CALLER) / size : 0;
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f);

EXPORT size_t LIBC(__fread_chk)(
	void *to, size_t room, size_t size, size_t n, FILE *f)
{
	if (!ours(f, true, CALLER))
		return REAL(__fread_chk)(to, room, size, n, f);
	if (size && n > room / size)
		chk_failed("fread", CALLER);
	return size ? take(f, to, size * n, CALLER) / size : 0;
}

EXPORT size_t LIBC(fread_unlocked)(void *to, size_t size, size_t n, FILE *f)
{
	if (!ours(f, false, CALLER))
		return REAL(fread_unlocked)(to, size, n, f);
	return size ? take(f, to, size * n, CALLER) / size : 0;
}

ssize_t stream_read_parts(const struct parts *p)
{
	const char *text;
	size_t left, n = 0;

	stream_point(stdin, OP_io_read, false, p->pc);
	cancel_here();
	text = rest(&left);
	for (int i = 0; i < p->count; i++) {
		size_t now = p->at[i].iov_len < left - n ? p->at[i].iov_len
							 : left - n;

		put_bytes(p->at[i].iov_base, text + n, now, p->pc);
		n += now;
	}
	move_on(n);
	return (ssize_t)n;
}

EXPORT ssize_t LIBC(read)(int fd, void *to, size_t n)
{
	struct iovec part = {to, n};
	struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};

	return controlled() ? descriptor_read(fd, &p, -1)
			    : REAL(read)(fd, to, n);
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room);

EXPORT ssize_t LIBC(__read_chk)(int fd, void *to, size_t n, size_t room)
{
	struct iovec part = {to, n};
	struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};

	if (!controlled())
		return REAL(__read_chk)(fd, to, n, room);
	if (n > room)
		chk_failed("read", CALLER);
	return descriptor_read(fd, &p, -1);
}

/* --- lines
 * -------------------------------------------------------------------- */

/* Up to n bytes of a line of a file, with its end; none: end of file, or an
 * error. */
static char *line_of_file(FILE *f, size_t n, int delimiter, size_t *length)
{
	size_t most = files_most(f, n < LONGEST ? n : LONGEST);
	char *own;
	int c;

	if (n > most)
		n = most;
	own = (char *)arena_words(n / 4 + 2, 0);
	files_begin(f);
	for (*length = 0; *length <= n;) {
		if (*length == n && n < most)
			break;
		c = REAL(fgetc_unlocked)(f);
		if (c == EOF)
			break;
		own[(*length)++] = (char)c;
		if (c == delimiter)
			break;
	}
	files_end(f);
	return own;
}

static char *line(char *to, int n, FILE *f, uint64_t pc)
{
	size_t left, length;
	const char *text, *end;

	if (n <= 0)
		return 0;
	if (n > 1 && files_has(f)) {
		text = line_of_file(f, (size_t)n - 1, '\n', &length);
		if (!length)
			return 0;
		put_bytes(to, text, length, pc);
		put_bytes(to + length, "", 1, pc);
		return to;
	}
	text = rest(&left);
	if (n == 1) {
		put_bytes(to, "", 1, pc);
		return to;
	}
	if (stream_number(f) != 0)
		left = 0;
	if (left == 0) {
		at_end(f, pc);
		return 0;
	}
	length = left < (size_t)n - 1 ? left : (size_t)n - 1;
	end = memchr(text, '\n', length);
	if (end)
		length = (size_t)(end - text) + 1;
	else if (length == left && left < (size_t)n - 1)
		at_end(f, pc);
	move_on(length);
	put_bytes(to, text, length, pc);
	put_bytes(to + length, "", 1, pc);
	return to;
}

EXPORT char *LIBC(fgets)(char *to, int n, FILE *f)
{
	return ours(f, true, CALLER) ? line(to, n, f, CALLER)
				     : REAL(fgets)(to, n, f);
}

EXPORT char *LIBC(fgets_unlocked)(char *to, int n, FILE *f)
{
	return ours(f, false, CALLER) ? line(to, n, f, CALLER)
				      : REAL(fgets_unlocked)(to, n, f);
}

char *__fgets_chk(char *to, size_t room, int n, FILE *f);

EXPORT char *LIBC(__fgets_chk)(char *to, size_t room, int n, FILE *f)
{
	if (!ours(f, true, CALLER))
		return REAL(__fgets_chk)(to, room, n, f);
	if (n > 0 && (size_t)n > room)
		chk_failed("fgets", CALLER);
	return line(to, n, f, CALLER);
}

/* Of another line's, or none. */
static bool line_room(
	char **to, size_t *room, char *old, size_t bytes, uint64_t pc)
{
	char *block = old ? realloc(old, bytes) : malloc(bytes);

	if (!block)
		return false;
	access_write(to, sizeof *to, pc);
	*to = block;
	access_write(room, sizeof *room, pc);
	*room = bytes;
	return true;
}

/* As glibc does it: room for a line is made before it is looked for. */
static ssize_t whole_line(
	char **to, size_t *room, int delimiter, FILE *f, uint64_t pc)
{
	size_t left = 0, length;
	const char *text = files_has(f) ? 0 : rest(&left), *end;

	if (!to || !room) {
		errno = EINVAL;
		return -1;
	}
	access_read(to, sizeof *to, pc);
	access_read(room, sizeof *room, pc);
	if ((!*to || !*room) && !line_room(to, room, 0, LINE_ROOM, pc))
		return -1;
	if (files_has(f)) {
		if (f->_flags & _IO_ERR_SEEN)
			return -1;
		text = line_of_file(f, SIZE_MAX, delimiter, &length);
		if (!length)
			return -1;
	} else {
		if (stream_number(f) != 0)
			left = 0;
		if (left == 0) {
			at_end(f, pc);
			return -1;
		}
		end = memchr(text, delimiter, left);
		length = end ? (size_t)(end - text) + 1 : left;
		if (!end)
			at_end(f, pc);
	}
	if (*room < length + 1 &&
		!line_room(to, room, *to,
			length + 1 < 2 * *room ? 2 * *room : length + 1, pc))
		return -1;
	if (!files_has(f))
		move_on(length);
	put_bytes(*to, text, length, pc);
	put_bytes(*to + length, "", 1, pc);
	return (ssize_t)length;
}

EXPORT ssize_t LIBC(getline)(char **to, size_t *room, FILE *f)
{
	return ours(f, true, CALLER) ? whole_line(to, room, '\n', f, CALLER)
				     : REAL(getline)(to, room, f);
}

EXPORT ssize_t LIBC(getdelim)(char **to, size_t *room, int delimiter, FILE *f)
{
	return ours(f, true, CALLER)
		       ? whole_line(to, room, delimiter, f, CALLER)
		       : REAL(getdelim)(to, room, delimiter, f);
}

ssize_t __getdelim(char **to, size_t *room, int delimiter, FILE *f);

EXPORT ssize_t LIBC(__getdelim)(char **to, size_t *room, int delimiter, FILE *f)
{
	return ours(f, true, CALLER)
		       ? whole_line(to, room, delimiter, f, CALLER)
		       : REAL(__getdelim)(to, room, delimiter, f);
}

/* --- formatted
 * ------------------------------------------------------------------ */

typedef int scanner(const char *text, const char *format, va_list args);
int __isoc99_vsscanf(const char *text, const char *format, va_list args);
int __isoc99_vfscanf(FILE *f, const char *format, va_list args);

static int scan_file(
	FILE *f, const char *format, bool gnu, va_list args, uint64_t pc)
{
	size_t left, used;
	const char *text;
	int n;

	if (files_has(f))
		return scan_stream(f, files_left(f), format, gnu, args, pc);
	text = rest(&left);
	if (stream_number(f) != 0)
		left = 0;
	n = scan(text, left, &used, format, gnu, args, pc);
	move_on(used);
	if (used == left)
		at_end(f, pc);
	return n;
}

static int scan_string(
	const char *s, const char *format, bool gnu, va_list args, uint64_t pc)
{
	const char *text = look_string(s, SIZE_MAX, pc);
	size_t n = strlen(text);

	seen(s, text, n + 1, pc);
	return scan(text, n, 0, format, gnu, args, pc);
}

#define SCAN_ARGS(call)                                                        \
	va_list args;                                                          \
	int n;                                                                 \
                                                                               \
	va_start(args, format);                                                \
	n = call;                                                              \
	va_end(args);                                                          \
	return n

/* Two families: in GNU's own, %as allocates; in ISO C's, %a is a number. */
#define SCANNERS(prefix, gnu)                                                  \
	EXPORT int LIBC(prefix##vsscanf)(                                      \
		const char *s, const char *format, va_list args)               \
	{                                                                      \
		return controlled()                                            \
			       ? scan_string(s, format, gnu, args, CALLER)     \
			       : REAL_OF(prefix##vsscanf)(s, format, args);    \
	}                                                                      \
	EXPORT int LIBC(prefix##sscanf)(                                       \
		const char *s, const char *format, ...)                        \
	{                                                                      \
		SCAN_ARGS(                                                     \
			controlled()                                           \
				? scan_string(s, format, gnu, args, CALLER)    \
				: REAL_OF(prefix##vsscanf)(s, format, args));  \
	}                                                                      \
	EXPORT int LIBC(prefix##vfscanf)(                                      \
		FILE * f, const char *format, va_list args)                    \
	{                                                                      \
		return ours(f, true, CALLER)                                   \
			       ? scan_file(f, format, gnu, args, CALLER)       \
			       : REAL_OF(prefix##vfscanf)(f, format, args);    \
	}                                                                      \
	EXPORT int LIBC(prefix##vscanf)(const char *format, va_list args)      \
	{                                                                      \
		return ours(stdin, true, CALLER)                               \
			       ? scan_file(stdin, format, gnu, args, CALLER)   \
			       : REAL_OF(prefix##vfscanf)(                     \
					 stdin, format, args);                 \
	}                                                                      \
	EXPORT int LIBC(prefix##fscanf)(FILE * f, const char *format, ...)     \
	{                                                                      \
		SCAN_ARGS(                                                     \
			ours(f, true, CALLER)                                  \
				? scan_file(f, format, gnu, args, CALLER)      \
				: REAL_OF(prefix##vfscanf)(f, format, args));  \
	}                                                                      \
	EXPORT int LIBC(prefix##scanf)(const char *format, ...)                \
	{                                                                      \
		SCAN_ARGS(                                                     \
			ours(stdin, true, CALLER)                              \
				? scan_file(stdin, format, gnu, args, CALLER)  \
				: REAL_OF(prefix##vfscanf)(                    \
					  stdin, format, args));               \
	}

#define REAL_OF(name) REAL(name)
SCANNERS(, true)
SCANNERS(__isoc99_, false)
