/* SPDX-License-Identifier: MIT */
/* put.c - output: streams and descriptors
 *
 * One call is one operation on the stream.  What goes to stdout and stderr ends
 * in output_write, what goes to files in files_write; other streams are the C
 * library's own.
 */
#include "native/kernel/file.h"
#include "native/libc/files.h"
#include "native/libc/put.h"
#include "native/libc/stream.h"
#include "native/outside/outside.h"
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/spin.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
	OTHER_FILE = -2 /* in place of the number of a standard stream */
};

/* Where the buffer of stdout is full it is written, and that can be cancelled:
 * what did not fit is lost. */
static void written(FILE *f, const char *text, size_t n, bool held)
{
	size_t fits = output_fits(text, n);

	if (fits == SIZE_MAX || rt.self->held_by)
		return;
	if (cancel_due(rt.self)) {
		output_write(1, OUTPUT_BUFFERED, text, fits);
		if (held)
			stream_drop(f);
	}
	cancel_here();
}

bool put_emit(FILE *stream, int fd, enum output_way way, const char *text,
	size_t n, bool held)
{
	const struct file *f;

	spin_abandon();
	if (fd == OTHER_FILE)
		return files_write(stream, text, n) == n;
	f = file_of(fd);
	if (!f) /* closed */
		return true;
	if (f->kind != FILE_STREAM || f->value == 0)
		unsupported("printf to a standard stream whose descriptor was "
			    "replaced",
			user_pc());
	if (fd == 1 && way == OUTPUT_BUFFERED)
		written(stream, text, n, held);
	/* Standard error may lead to standard output by now: dup2(1, 2). */
	output_write(fd == 1 ? 1 : (int)f->value, fd == 1 ? way : OUTPUT_DIRECT,
		text, n);
	if (fd == 1 && f->value != 1)
		rt.world.dropped |= DROPPED_MOVED;
	trace_result(n);
	return true;
}

bool put_ours(FILE *f, bool locks, int *fd, uint64_t pc)
{
	if (!controlled())
		return false;
	stream_point(f, OP_io_write, locks, pc);
	stream_used(f, locks, pc);
	*fd = files_has(f) ? OTHER_FILE : stream_number(f);
	if (files_number(f) >= 0)
		cancel_here();
	if (*fd == 2) /* it has no buffer */
		cancel_here();
	if (*fd == 0) { /* the C library marks it, and says EBADF */
		spin_abandon();
		undo_save(f, sizeof *f);
	}
	if (*fd == 0 || *fd == -1)
		outside_unseen(
			"a call on a stream that is not stdout or stderr", pc);
	return *fd > 0 || *fd == OTHER_FILE;
}

/* Once a stream has had wide characters, nothing else is printed to it. */
static bool is_wide(FILE *f, enum output_way way)
{
	return way != OUTPUT_DIRECT && stream_way(f, -1) > 0;
}

/* --- formatted
 * ------------------------------------------------------------------ */

/* No decision point lies between filling this and emitting it. */
static char formatted[FORMATTED_MAX];

static int print_way(FILE *f, int fd, enum output_way way, const char *format,
	va_list args, uint64_t pc)
{
	bool held;
	va_list copy;
	int n;

	if (is_wide(f, way))
		return -1;
	held = stream_hold(f, pc);
	va_copy(copy, args);
	format_announce(format, copy, pc);
	va_end(copy);
	va_copy(copy, args);
	n = REAL(vsnprintf)(formatted, sizeof formatted, format, copy);
	va_end(copy);
	if (n > 0 && !put_emit(f, fd, way, formatted, (size_t)n, held))
		n = -1;
	if (held)
		stream_drop(f);
	return n;
}

static int print(FILE *f, int fd, const char *format, va_list args, uint64_t pc)
{
	return print_way(f, fd, OUTPUT_BUFFERED, format, args, pc);
}

#define PRINT(f)                                                               \
	int fd;                                                                \
                                                                               \
	return put_ours(f, true, &fd, CALLER)                                  \
		       ? print(f, fd, format, args, CALLER)                    \
		       : REAL(vfprintf)(f, format, args)

#define PRINT_ARGS(f)                                                          \
	va_list args;                                                          \
	int fd, n;                                                             \
                                                                               \
	va_start(args, format);                                                \
	n = put_ours(f, true, &fd, CALLER)                                     \
		    ? print(f, fd, format, args, CALLER)                       \
		    : REAL(vfprintf)(f, format, args);                         \
	va_end(args);                                                          \
	return n

EXPORT int LIBC(vfprintf)(FILE *f, const char *format, va_list args)
{
	PRINT(f);
}

EXPORT int LIBC(vprintf)(const char *format, va_list args)
{
	PRINT(stdout);
}

EXPORT int LIBC(fprintf)(FILE *f, const char *format, ...)
{
	PRINT_ARGS(f);
}

EXPORT int LIBC(printf)(const char *format, ...)
{
	PRINT_ARGS(stdout);
}

EXPORT int LIBC(__vfprintf_chk)(
	FILE *f, int flag, const char *format, va_list args)
{
	PRINT(f);
}

EXPORT int LIBC(__vprintf_chk)(int flag, const char *format, va_list args)
{
	PRINT(stdout);
}

EXPORT int LIBC(__fprintf_chk)(FILE *f, int flag, const char *format, ...)
{
	PRINT_ARGS(f);
}

EXPORT int LIBC(__printf_chk)(int flag, const char *format, ...)
{
	PRINT_ARGS(stdout);
}

/* --- as it is
 * ----------------------------------------------------------------------- */

static size_t put(FILE *f, int fd, enum output_way way, const void *p, size_t n,
	uint64_t pc)
{
	const char *text;
	bool held;

	if (is_wide(f, way))
		return 0;
	held = stream_hold(f, pc);
	text = look(p, n, pc);
	seen(p, text, n, pc);
	if (!put_emit(f, fd, way, text, n, held))
		n = 0;
	if (held)
		stream_drop(f);
	return n;
}

static int put_string(
	FILE *f, int fd, const char *s, const char *end, uint64_t pc)
{
	const char *text;
	bool good, held;
	size_t n;

	if (is_wide(f, OUTPUT_BUFFERED))
		return EOF;
	held = stream_hold(f, pc);
	text = look_string(s, SIZE_MAX, pc);
	n = strlen(text);
	seen(s, text, n + 1, pc);
	good = put_emit(f, fd, OUTPUT_BUFFERED, text, n, held);
	if (*end) {
		put_emit(f, fd, OUTPUT_BUFFERED, end, 1, held);
		trace_result(n + 1);
	}
	if (held)
		stream_drop(f);
	return !good ? EOF : *end ? (int)n + 1 : 1; /* puts, fputs */
}

static int put_char(FILE *f, int fd, int c)
{
	char text = (char)c;

	if (is_wide(f, OUTPUT_BUFFERED))
		unsupported("putc to a stream of wide characters", user_pc());
	return put_emit(f, fd, OUTPUT_BUFFERED, &text, 1, false)
		       ? (unsigned char)c
		       : EOF;
}

EXPORT size_t LIBC(fwrite)(const void *p, size_t size, size_t n, FILE *f)
{
	int fd;

	if (!put_ours(f, true, &fd, CALLER))
		return REAL(fwrite)(p, size, n, f);
	return size ? put(f, fd, OUTPUT_BUFFERED, p, size * n, CALLER) / size
		    : 0;
}

EXPORT size_t LIBC(fwrite_unlocked)(
	const void *p, size_t size, size_t n, FILE *f)
{
	int fd;

	if (!put_ours(f, false, &fd, CALLER))
		return REAL(fwrite_unlocked)(p, size, n, f);
	return size ? put(f, fd, OUTPUT_BUFFERED, p, size * n, CALLER) / size
		    : 0;
}

EXPORT int LIBC(fputs)(const char *s, FILE *f)
{
	int fd;

	return put_ours(f, true, &fd, CALLER) ? put_string(f, fd, s, "", CALLER)
					      : REAL(fputs)(s, f);
}

EXPORT int LIBC(fputs_unlocked)(const char *s, FILE *f)
{
	int fd;

	return put_ours(f, false, &fd, CALLER)
		       ? put_string(f, fd, s, "", CALLER)
		       : REAL(fputs_unlocked)(s, f);
}

EXPORT int LIBC(puts)(const char *s)
{
	int fd;

	return put_ours(stdout, true, &fd, CALLER)
		       ? put_string(stdout, fd, s, "\n", CALLER)
		       : REAL(puts)(s);
}

#define PUT_CHAR(name, parameters, call, f, locks)                             \
	EXPORT int LIBC(name) parameters                                       \
	{                                                                      \
		int fd;                                                        \
                                                                               \
		return put_ours(f, locks, &fd, CALLER) ? put_char(f, fd, c)    \
						       : REAL(name) call;      \
	}

int __overflow(FILE *f, int c);
int _IO_putc(int c, FILE *f);

PUT_CHAR(fputc, (int c, FILE *f), (c, f), f, true)
PUT_CHAR(putc, (int c, FILE *f), (c, f), f, true)
PUT_CHAR(_IO_putc, (int c, FILE *f), (c, f), f, true)
PUT_CHAR(putchar, (int c), (c), stdout, true)
PUT_CHAR(fputc_unlocked, (int c, FILE *f), (c, f), f, false)
PUT_CHAR(putc_unlocked, (int c, FILE *f), (c, f), f, false)
PUT_CHAR(putchar_unlocked, (int c), (c), stdout, false)
/* The part of an inlined putc_unlocked that is not inlined. */
PUT_CHAR(__overflow, (FILE * f, int c), (f, c), f, false)

/* --- messages
 * ------------------------------------------------------------------------ */

void message_begin(uint64_t pc)
{
	stream_point(stderr, OP_io_write, true, pc);
	cancel_here();
}

void message_text(const char *text, size_t n)
{
	put_emit(stderr, 2, OUTPUT_DIRECT, text, n, false);
}

static void message(const char *s, const char *text, uint64_t pc)
{
	int saved = errno, n;

	if (s)
		s = read_string(s, pc);
	message_begin(pc);
	if (s && *s) {
		n = REAL(snprintf)(
			formatted, sizeof formatted, "%s: %s\n", s, text);
	} else {
		n = REAL(snprintf)(formatted, sizeof formatted, "%s\n", text);
	}
	message_text(formatted, (size_t)n);
	errno = saved;
}

EXPORT void LIBC(perror)(const char *s)
{
	if (controlled())
		message(s, REAL(strerror)(errno), CALLER);
	else
		REAL(perror)(s);
}

EXPORT void LIBC(psignal)(int number, const char *s)
{
	if (controlled())
		message(s, REAL(strsignal)(number), CALLER);
	else
		REAL(psignal)(number, s);
}

/* --- descriptors
 * ----------------------------------------------------------------------- */

ssize_t stream_write_parts(int stream, const struct parts *p)
{
	FILE *f = stream == 1 ? stdout : stderr;
	ssize_t n = 0;

	stream_point(f, OP_io_write, false, p->pc);
	cancel_here();
	for (int i = 0; i < p->count; i++)
		n += (ssize_t)put(f, stream, OUTPUT_DIRECT, p->at[i].iov_base,
			p->at[i].iov_len, p->pc);
	return n;
}

EXPORT ssize_t LIBC(write)(int fd, const void *from, size_t n)
{
	struct iovec part = {(void *)(uintptr_t)from, n};
	struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};

	return controlled() ? descriptor_write(fd, &p, -1)
			    : REAL(write)(fd, from, n);
}

EXPORT ssize_t LIBC(writev)(int fd, const struct iovec *part, int parts)
{
	struct parts p = {part, parts, CALLER, 0, PARTS_OF_VECTOR, 0};

	if (!controlled())
		return REAL(writev)(fd, part, parts);
	if (parts < 0 || parts > IOV_MAX)
		return refuse_call(EINVAL);
	p.at = (const struct iovec *)(const void *)look(
		part, (size_t)parts * sizeof *part, CALLER);
	seen(part, p.at, (size_t)parts * sizeof *part, CALLER);
	return descriptor_write(fd, &p, -1);
}

/* One of the standard streams, to which the operation stands before what
 * follows. */
static bool our_descriptor(int *fd, uint64_t pc)
{
	const struct file *f = controlled() ? file_of(*fd) : 0;

	if (!f || f->kind != FILE_STREAM || f->value == 0)
		return false;
	*fd = (int)f->value;
	stream_point(*fd == 1 ? stdout : stderr, OP_io_write, false, pc);
	cancel_here();
	return true;
}

/* To what else there is: formatted, then one write. */
static int print_elsewhere(
	int fd, const char *format, va_list args, uint64_t pc)
{
	struct iovec part = {formatted, 0};
	struct parts p = {&part, 1, pc, 0, PARTS_OF_BYTES, 0};
	va_list copy;
	int n;

	if (!controlled())
		return REAL(vdprintf)(fd, format, args);
	va_copy(copy, args);
	format_announce(format, copy, pc);
	va_end(copy);
	n = REAL(vsnprintf)(formatted, sizeof formatted, format, args);
	if (n < 0)
		return n;
	part.iov_base = arena_words((size_t)n / 4 + 1, 0);
	part.iov_len = (size_t)n;
	memcpy(part.iov_base, formatted, (size_t)n);
	return (int)descriptor_write(fd, &p, -1);
}

static int print_fd(int fd, const char *format, va_list args, uint64_t pc)
{
	if (!our_descriptor(&fd, pc))
		return print_elsewhere(fd, format, args, pc);
	return print_way(
		fd == 1 ? stdout : stderr, fd, OUTPUT_DIRECT, format, args, pc);
}

EXPORT int LIBC(vdprintf)(int fd, const char *format, va_list args)
{
	return print_fd(fd, format, args, CALLER);
}

EXPORT int LIBC(__vdprintf_chk)(
	int fd, int flag, const char *format, va_list args)
{
	return print_fd(fd, format, args, CALLER);
}

EXPORT int LIBC(dprintf)(int fd, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = print_fd(fd, format, args, CALLER);
	va_end(args);
	return n;
}

EXPORT int LIBC(__dprintf_chk)(int fd, int flag, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = print_fd(fd, format, args, CALLER);
	va_end(args);
	return n;
}
