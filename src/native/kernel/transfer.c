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

static ssize_t transfer(
	int in, off_t *from, int out, off_t *to, size_t n, uint64_t pc)
{
	off_t at = place_of(from, pc), there = place_of(to, pc);
	struct iovec part;
	struct parts p = {&part, 1, pc, 0, PARTS_OF_STREAM, 0};
	const struct file *f = file_of(in), *g = file_of(out);
	ssize_t got, done;

	if ((from && at < 0) || (to && there < 0))
		return refuse_call(EINVAL);
	if (f && f->kind != FILE_BYTES && f->kind != FILE_DEVICE)
		return refuse_call(EINVAL);
	if (g && g->kind == FILE_BYTES && (g->flags & O_ACCMODE) == O_RDONLY)
		return refuse_call(EBADF);
	part.iov_len = n < MOST ? n : MOST;
	part.iov_base = arena_words(part.iov_len / 4 + 1, 0);
	got = descriptor_read(in, &p, at);
	if (got <= 0)
		return got;
	part.iov_len = (size_t)got;
	done = descriptor_write(out, &p, there);
	if (!from && done < got) /* what was not written is not read */
		descriptor_seek(in, (done < 0 ? 0 : done) - got, SEEK_CUR, pc);
	move_place(from, done, pc);
	move_place(to, done, pc);
	return done;
}

#define SENDS(name)                                                            \
	EXPORT ssize_t LIBC(name)(int out, int in, off_t *from, size_t n)      \
	{                                                                      \
		return controlled() && ours(in, out)                           \
			       ? transfer(in, from, out, 0, n, CALLER)         \
			       : REAL(name)(out, in, from, n);                 \
	}
SENDS(sendfile)
SENDS(sendfile64)

EXPORT ssize_t LIBC(copy_file_range)(
	int in, off64_t *from, int out, off64_t *to, size_t n, unsigned flags)
{
	if (!controlled() || !ours(in, out))
		return REAL(copy_file_range)(in, from, out, to, n, flags);
	if (flags || (file_of(out) && file_of(out)->kind != FILE_BYTES))
		return refuse_call(EINVAL);
	return transfer(in, from, out, to, n, CALLER);
}
