/* SPDX-License-Identifier: MIT */
/* transfer.c - sendfile and copy_file_range: from one descriptor to another
 *
 * A read and a write, each an operation of its own, as in the kernel.
 */
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	MOST = 16 << 20 /* at once: less than was asked for is allowed */
};

/* Does one of them stand for a file of ours, or for nothing? */
static bool ours(int a, int b)
{
	const struct file *f = file_of(a), *g = file_of(b);

	return (!f && !number_is_kernels(a)) || (!g && !number_is_kernels(b)) ||
	       (f && f->kind != FILE_REAL) || (g && g->kind != FILE_REAL);
}

/* The place to read at or write to; -1: the file's own. */
static off_t place_of(const off_t *place, uint64_t pc)
{
	if (!place)
		return -1;
	access_read(place, sizeof *place, pc);
	return *place;
}

static void move_place(off_t *place, ssize_t n, uint64_t pc)
{
	if (!place || n < 0)
		return;
	access_write(place, sizeof *place, pc);
	*place += n;
}

/* Within one file: do the bytes that were read lie where they are to go? */
static bool overlaps(const struct file *f, off_t at, const struct file *g,
	off_t there, ssize_t got)
{
	if (!f || !g || f->kind != FILE_BYTES || g->kind != FILE_BYTES ||
		f->content != g->content)
		return false;
	file_looked_at(f);
	file_looked_at(g);
	if (there < 0) /* the read has moved the place of its file */
		there = (off_t)g->value - (at < 0 && f == g ? got : 0);
	if (at < 0)
		at = (off_t)f->value - got;
	return there < at + got && at < there + got;
}

static bool is_none(int number)
{
	return !file_of(number) && !number_is_kernels(number);
}

/* Before the places: 0 or an error. */
static int cannot_send(int in, int out)
{
	const struct file *f = file_of(in), *g = file_of(out);

	if (is_none(in) || is_none(out))
		return EBADF;
	if (f && f->kind != FILE_BYTES && f->kind != FILE_DEVICE)
		return EINVAL;
	if (!g || g->kind != FILE_BYTES)
		return 0;
	return (g->flags & O_ACCMODE) == O_RDONLY ? EBADF
	       : g->flags & O_APPEND		  ? EINVAL
						  : 0;
}

static int cannot_copy(int in, int out, unsigned flags)
{
	const struct file *g = file_of(out);

	if (is_none(in) || is_none(out))
		return EBADF;
	if (flags || (g && g->kind != FILE_BYTES))
		return EINVAL;
	if (g && g->flags & O_APPEND)
		return EBADF;
	return cannot_send(in, out);
}

/* As Linux reckons it, without a sign. */
static bool wraps(const off64_t *place, size_t n)
{
	return place && (uint64_t)*place + n < (uint64_t)*place;
}

/* What the two calls do alike; `apart`: not within the same bytes. */
static ssize_t transfer(int in, off_t *from, int out, off_t *to, size_t n,
	bool apart, uint64_t pc)
{
	off_t at = place_of(from, pc), there = place_of(to, pc);
	struct iovec part;
	struct parts p = {&part, 1, pc, 0, PARTS_OF_STREAM, 0};
	const struct file *f = file_of(in), *g = file_of(out);
	ssize_t got, done;

	if ((from && at < 0) || (to && there < 0))
		return refuse_call(EINVAL);
	part.iov_len = n < MOST ? n : MOST;
	part.iov_base = arena_words(part.iov_len / 4 + 1, 0);
	got = descriptor_read(in, &p, at);
	if (got <= 0)
		return got;
	part.iov_len = (size_t)got;
	if (apart && overlaps(f, at, g, there, got)) {
		if (!from)
			descriptor_seek(in, -got, SEEK_CUR, pc);
		return refuse_call(EINVAL);
	}
	done = descriptor_write(out, &p, there);
	if (!from && done < got) /* what was not written is not read */
		descriptor_seek(in, (done < 0 ? 0 : done) - got, SEEK_CUR, pc);
	move_place(from, done, pc);
	move_place(to, done, pc);
	return done;
}

static ssize_t send_file(int in, off_t *from, int out, size_t n, uint64_t pc)
{
	int error = cannot_send(in, out);

	/* A wrong place is seen before a wrong descriptor to write to. */
	if (error && !(from && !is_none(in) && place_of(from, pc) < 0))
		return refuse_call(error);
	return transfer(in, from, out, 0, n, false, pc);
}

#define SENDS(name)                                                            \
	EXPORT ssize_t LIBC(name)(int out, int in, off_t *from, size_t n)      \
	{                                                                      \
		return controlled() && ours(in, out)                           \
			       ? send_file(in, from, out, n, CALLER)           \
			       : REAL(name)(out, in, from, n);                 \
	}
SENDS(sendfile)
SENDS(sendfile64)

EXPORT ssize_t LIBC(copy_file_range)(
	int in, off64_t *from, int out, off64_t *to, size_t n, unsigned flags)
{
	int error;

	if (!controlled() || !ours(in, out))
		return REAL(copy_file_range)(in, from, out, to, n, flags);
	error = cannot_copy(in, out, flags);
	if (!error && (wraps(from, n) || wraps(to, n)))
		error = EOVERFLOW;
	if (error)
		return refuse_call(error);
	return transfer(in, from, out, to, n, true, CALLER);
}
