/* SPDX-License-Identifier: MIT */
#include "native/libc/files.h"
#include "native/kernel/device.h"
#include "native/kernel/file.h"
#include "native/libc/library.h"
#include "native/libc/memory_stream.h"
#include "native/libc/stream.h"
#include "native/outside/outside.h"
#include "native/posix/cancel.h"
#include "native/footprint.h"
#include "native/threads/piece.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	FILE_BYTES_SAVED = 280, /* glibc's locked_FILE */
	BUFFER_IS_USERS = 1,	/* _IO_USER_BUF */
	BUFFER = 4096		/* st_blksize, which is what fopen takes */
};

static struct stream {
	FILE *f; /* NULL: the row is free */
	int number;
	signed char way;
} streams[STREAMS_MAX]; /* rewound */

/* What was saved of them, in which epoch; not rewound. */
static struct {
	uint64_t epoch;
	const char *buffer;
	size_t bytes;
} saved[STREAMS_MAX];

static unsigned row_of(const FILE *f)
{
	for (unsigned i = 0; i < STREAMS_MAX; i++)
		if (f && streams[i].f == f)
			return i;
	return STREAMS_MAX;
}

bool files_has(const FILE *f)
{
	return row_of(f) < STREAMS_MAX;
}

int files_number(const FILE *f)
{
	unsigned row = row_of(f);

	return row < STREAMS_MAX ? streams[row].number : -1;
}

signed char *files_way(const FILE *f)
{
	unsigned row = row_of(f);

	return row < STREAMS_MAX ? &streams[row].way : 0;
}

bool files_wide(const FILE *f)
{
	return memory_stream_wide(row_of(f));
}

bool files_put_wide(FILE *f, wchar_t c, uint64_t pc)
{
	bool done;

	files_begin(f);
	done = memory_stream_put(row_of(f), c, pc);
	files_end(f);
	return done;
}

void files_told(FILE *f, uint64_t pc)
{
	memory_stream_told(row_of(f), pc);
}

/* --- what the C library changes
 * ----------------------------------------------------------------------------
 */

static void save(unsigned row)
{
	FILE *f = streams[row].f;
	size_t bytes = (size_t)(f->_IO_buf_end - f->_IO_buf_base);

	if (saved[row].epoch == rt.epoch &&
		saved[row].buffer == f->_IO_buf_base &&
		saved[row].bytes == bytes)
		return;
	undo_save(f, FILE_BYTES_SAVED);
	if (bytes)
		undo_save(f->_IO_buf_base, bytes);
	if (f->_IO_save_base)
		undo_save(f->_IO_save_base,
			(size_t)(f->_IO_save_end - f->_IO_save_base));
	saved[row].epoch = f->_IO_save_base ? 0 : rt.epoch;
	saved[row].buffer = f->_IO_buf_base;
	saved[row].bytes = bytes;
}

static struct object *lock_of(const FILE *f)
{
	return object_get((uint64_t)f, OBJECT_FILE, 0);
}

void files_begin(FILE *f)
{
	shared_write(f);
	spin_abandon();
	hb_acquire(lock_of(f));
	save(row_of(f));
	memory_stream_begin(row_of(f), f);
	piece_begin(PIECE_call);
}

void files_end(FILE *f)
{
	piece_end();
	memory_stream_end(row_of(f), f);
	hb_release(lock_of(f));
}

/* --- what it reads and writes
 * ------------------------------------------------------------------------ */

/* Bytes of the C library's buffer are no memory that the test announces. */
static ssize_t transfer(void *cookie, char *buffer, size_t n, bool writes)
{
	int number = streams[(uintptr_t)cookie].number;
	struct iovec part = {buffer, n};
	struct parts p = {&part, 1, user_pc(), 0, PARTS_OF_STREAM, 0};
	ssize_t done;

	done = writes ? descriptor_write(number, &p, -1)
		      : descriptor_read(number, &p, -1);
	return writes && done < 0 ? 0 : done;
}

static ssize_t reads(void *cookie, char *buffer, size_t n)
{
	return transfer(cookie, buffer, n, false);
}

static ssize_t writes(void *cookie, const char *buffer, size_t n)
{
	return transfer(cookie, (char *)(uintptr_t)buffer, n, true);
}

static int seeks(void *cookie, off64_t *place, int from)
{
	off_t to = descriptor_seek(
		streams[(uintptr_t)cookie].number, *place, from, user_pc());

	if (to < 0)
		return -1;
	*place = to;
	return 0;
}

size_t files_left(const FILE *f)
{
	const struct file *file = file_of(files_number(f));
	size_t n = (size_t)(f->_IO_read_end - f->_IO_read_ptr) +
		   (size_t)(f->_IO_save_end - f->_IO_save_base);

	if (files_number(f) < 0)
		return (size_t)(f->_IO_buf_end - f->_IO_buf_base) +
		       memory_stream_left(row_of(f));
	if (file && file->kind == FILE_BYTES &&
		contents[file->content - 1].size > file->value)
		n += contents[file->content - 1].size - file->value;
	return n;
}

size_t files_most(const FILE *f, size_t n)
{
	const struct file *file = file_of(files_number(f));

	if (!file || !(device_is_endless(file) || file->kind == FILE_REAL))
		return files_left(f);
	return n + 1;
}

size_t files_write(FILE *f, const void *from, size_t n)
{
	size_t done;

	files_begin(f);
	done = REAL(fwrite_unlocked)(from, 1, n, f);
	files_end(f);
	return done;
}

int files_flush(void)
{
	int result = 0;

	for (unsigned i = 0; i < STREAMS_MAX; i++) {
		FILE *f = streams[i].f;

		if (!f || memory_stream_grows(i) || memory_stream_wide(i))
			continue;
		files_begin(f);
		if (REAL(fflush_unlocked)(f))
			result = EOF;
		files_end(f);
	}
	return result;
}

/* --- opening and closing
 * -------------------------------------------------------------------------- */

/* What fopen's mode says to open; -1: EINVAL. */
static int flags_of(const char *mode)
{
	int flags;

	switch (*mode) {
	case 'r':
		flags = O_RDONLY;
		break;
	case 'w':
		flags = O_WRONLY | O_CREAT | O_TRUNC;
		break;
	case 'a':
		flags = O_WRONLY | O_CREAT | O_APPEND;
		break;
	default:
		return -1;
	}
	for (int i = 1; i < 7 && mode[i] && mode[i] != ','; i++)
		if (mode[i] == '+')
			flags = (flags & ~O_ACCMODE) | O_RDWR;
		else if (mode[i] == 'x')
			flags |= O_EXCL;
		else if (mode[i] == 'e')
			flags |= O_CLOEXEC;
	return flags;
}

/* The library's list of streams runs through all of them. */
static void list_begin(void)
{
	for (unsigned i = 0; i < STREAMS_MAX; i++)
		if (streams[i].f)
			save(i);
	library_begin();
}

unsigned files_new_begin(void)
{
	unsigned row = 0;

	while (row < STREAMS_MAX && streams[row].f)
		row++;
	if (row == STREAMS_MAX)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d streams are open: scarp supports that "
			"many" SC(502),
			STREAMS_MAX);
	list_begin();
	return row;
}

FILE *files_new_cookie(unsigned row, const char *mode,
	cookie_io_functions_t functions, size_t bytes)
{
	FILE *f = REAL(fopencookie)((void *)(uintptr_t)row, mode, functions);
	char *buffer = f ? malloc(bytes) : 0;

	if (buffer) {
		REAL(setvbuf)(f, buffer, _IOFBF, bytes);
		f->_flags &= ~BUFFER_IS_USERS; /* it is freed with it */
	}
	return f;
}

bool files_new_end(unsigned row, FILE *f, int number)
{
	library_end();
	if (!f)
		return false;
	undo_save(&streams[row], sizeof *streams);
	streams[row] = (struct stream){f, number, 0};
	saved[row].epoch = 0;
	return true;
}

static FILE *new_stream(int number, int flags)
{
	const cookie_io_functions_t functions = {reads, writes, seeks, 0};
	unsigned access = (unsigned)flags & O_ACCMODE, row;
	char mode[3] = {access == O_RDONLY   ? 'r'
			: flags & O_APPEND   ? 'a'
			: flags & O_TRUNC    ? 'w'
			: access == O_WRONLY ? 'w'
					     : 'r',
		access == O_RDWR ? '+' : 0, 0};
	FILE *f;

	shared_write(streams);
	row = files_new_begin();
	f = files_new_cookie(row, mode, functions, BUFFER);
	return files_new_end(row, f, number) ? f : 0;
}

static bool can_be_one(int number, const char *name, uint64_t pc)
{
	const struct file *f = file_of(number);
	char text[80];

	if (!f || f->kind == FILE_BYTES || f->kind == FILE_FOLDER ||
		f->kind == FILE_DEVICE || f->kind == FILE_REAL)
		return true;
	snprintf(text, sizeof text, "%s of what is no regular file", name);
	unsupported(text, pc);
	return false;
}

static FILE *open_stream(const char *path, const char *mode, uint64_t pc)
{
	int flags, number;

	path = read_string(path, pc);
	mode = read_string(mode, pc);
	flags = flags_of(mode);
	if (flags < 0)
		return refuse_call(EINVAL), (FILE *)0;
	number = file_open(AT_FDCWD, path, flags, 0666, pc);
	if (number < 0)
		return 0;
	if (flags & O_APPEND && (flags & O_ACCMODE) == O_WRONLY)
		descriptor_seek(number, 0, SEEK_END, 0);
	return new_stream(number, flags);
}

EXPORT FILE *LIBC(fopen)(const char *path, const char *mode)
{
	return controlled() ? open_stream(path, mode, CALLER)
			    : REAL(fopen)(path, mode);
}

EXPORT FILE *LIBC(fopen64)(const char *path, const char *mode)
{
	return controlled() ? open_stream(path, mode, CALLER)
			    : REAL(fopen)(path, mode);
}

static FILE *stream_for(int number, const char *mode, uint64_t pc)
{
	const struct file *f;
	unsigned access;
	int flags;

	mode = read_string(mode, pc);
	flags = flags_of(mode);
	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (flags < 0 || !f)
		return refuse_call(flags < 0 ? EINVAL : EBADF), (FILE *)0;
	access = f->flags & O_ACCMODE;
	if ((access == O_RDONLY && (flags & O_ACCMODE) != O_RDONLY) ||
		(access == O_WRONLY && (flags & O_ACCMODE) != O_WRONLY))
		return refuse_call(EINVAL), (FILE *)0;
	can_be_one(number, "fdopen", pc);
	if (flags & O_APPEND && !(f->flags & O_APPEND)) {
		CHANGE(files[f - files]);
		files[f - files].flags |= O_APPEND;
	}
	return new_stream(number, flags & ~O_TRUNC);
}

EXPORT FILE *LIBC(fdopen)(int number, const char *mode)
{
	return controlled() ? stream_for(number, mode, CALLER)
			    : REAL(fdopen)(number, mode);
}

static FILE *open_unnamed(uint64_t pc)
{
	int number = file_open(
		AT_FDCWD, "/tmp", O_RDWR | O_TMPFILE | O_EXCL, 0600, pc);

	return number < 0 ? 0 : new_stream(number, O_RDWR | O_TRUNC);
}

EXPORT FILE *LIBC(tmpfile)(void)
{
	return controlled() ? open_unnamed(CALLER) : REAL(tmpfile)();
}

EXPORT FILE *LIBC(tmpfile64)(void)
{
	return controlled() ? open_unnamed(CALLER) : REAL(tmpfile)();
}

/* The C library would make a stream of its own of one that is ours, or of a
 * standard one, of which nobody sees what is read and printed. */
static void reopened(uint64_t pc)
{
	if (controlled())
		unsupported("freopen (a stream stays what it was opened as; "
			    "fopen opens another)",
			pc);
}

EXPORT FILE *LIBC(freopen)(const char *path, const char *mode, FILE *f)
{
	reopened(CALLER);
	return REAL(freopen)(path, mode, f);
}

EXPORT FILE *LIBC(freopen64)(const char *path, const char *mode, FILE *f)
{
	reopened(CALLER);
	return REAL(freopen)(path, mode, f);
}

int files_close(FILE *f, uint64_t pc)
{
	unsigned row = row_of(f);
	int rc, number = streams[row].number;

	stream_point(f, OP_io_write, true, pc);
	if (number >= 0) {
		cancel_here();
		footprint_plain(kernel_object(KERNEL_NUMBERS, 0));
		shared_write(streams);
	}
	files_begin(f);
	list_begin();
	rc = REAL(fclose)(f);
	library_end();
	undo_save(&streams[row], sizeof *streams);
	streams[row].f = 0;
	memory_stream_end(row, 0);
	if (number >= 0 && file_of(number))
		number_drop(number);
	else if (number >= 0)
		rc = (int)refuse_call(EBADF);
	piece_end();
	return rc;
}

/* --- places
 * ----------------------------------------------------------------------------
 */

/* One call, one operation: what it does to a stream of ours. */
#define OURS(f, call)                                                          \
	({                                                                     \
		__typeof__(call) result;                                       \
                                                                               \
		stream_point(f, OP_io_write, true, CALLER);                    \
		files_begin(f);                                                \
		result = (call);                                               \
		files_end(f);                                                  \
		result;                                                        \
	})
/* A call on another stream, which changes in silence. */
static void elsewhere(const char *name, const FILE *f, uint64_t pc)
{
	if (controlled() && !files_has(f))
		outside_unknown(name, pc);
}

#define PLACES(type, name, parameters, f, call)                                \
	EXPORT type LIBC(name) parameters                                      \
	{                                                                      \
		elsewhere(#name, f, CALLER);                                   \
		return controlled() && files_has(f) ? OURS(f, call) : call;    \
	}

PLACES(int, fseek, (FILE * f, long to, int from), f, REAL(fseek)(f, to, from))
PLACES(int, fseeko, (FILE * f, off_t to, int from), f,
	REAL(fseeko)(f, to, from))
PLACES(int, fseeko64, (FILE * f, off64_t to, int from), f,
	REAL(fseeko)(f, to, from))
PLACES(long, ftell, (FILE * f), f, REAL(ftell)(f))
PLACES(off_t, ftello, (FILE * f), f, REAL(ftello)(f))
PLACES(off64_t, ftello64, (FILE * f), f, REAL(ftello)(f))

EXPORT void LIBC(rewind)(FILE *f)
{
	elsewhere("rewind", f, CALLER);
	if (controlled() && files_has(f)) {
		stream_point(f, OP_io_write, true, CALLER);
		files_begin(f);
		REAL(rewind)(f);
		files_end(f);
	} else {
		REAL(rewind)(f);
	}
}

#define GET_PLACE(name, type)                                                  \
	EXPORT int LIBC(name)(FILE * f, type * to)                             \
	{                                                                      \
		type place;                                                    \
		int rc;                                                        \
                                                                               \
		if (!controlled())                                             \
			return REAL(fgetpos)(f, (fpos_t *)(void *)to);         \
		elsewhere(#name, f, CALLER);                                   \
		rc = files_has(f)                                              \
			     ? OURS(f, REAL(fgetpos)(                          \
					       f, (fpos_t *)(void *)&place))   \
			     : REAL(fgetpos)(f, (fpos_t *)(void *)&place);     \
		if (rc == 0)                                                   \
			put_bytes(to, &place, sizeof place, CALLER);           \
		return rc;                                                     \
	}
GET_PLACE(fgetpos, fpos_t)
GET_PLACE(fgetpos64, fpos64_t)

#define SET_PLACE(name, type)                                                  \
	EXPORT int LIBC(name)(FILE * f, const type *to)                        \
	{                                                                      \
		type place;                                                    \
                                                                               \
		if (!controlled())                                             \
			return REAL(fsetpos)(                                  \
				f, (const fpos_t *)(const void *)to);          \
		elsewhere(#name, f, CALLER);                                   \
		access_read(to, sizeof *to, CALLER);                           \
		place = *to;                                                   \
		return files_has(f)                                            \
			       ? OURS(f, REAL(fsetpos)(f,                      \
						 (const fpos_t *)(const void   \
								 *)&place))    \
			       : REAL(fsetpos)(f, (const fpos_t *)(const void  \
								  *)&place);   \
	}
SET_PLACE(fsetpos, fpos_t)
SET_PLACE(fsetpos64, fpos64_t)
