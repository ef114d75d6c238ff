/* SPDX-License-Identifier: MIT */
#include "native/kernel/device.h"
#include "native/libc/entropy.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/sysmacros.h>

enum {
	MEMORY = 1, /* the major number of all of them */
	PIECE = 256
};

static const struct {
	const char *path;
	enum device which;
} table[] = {
	{"/dev/null", DEVICE_NULL},
	{"/dev/zero", DEVICE_ZERO},
	{"/dev/full", DEVICE_FULL},
	{"/dev/random", DEVICE_RANDOM},
	{"/dev/urandom", DEVICE_URANDOM},
};

enum device device_named(const char *path)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(path, table[i].path) == 0)
			return table[i].which;
	return DEVICE_NONE;
}

enum device device_of(const struct stat *st)
{
	if (S_ISCHR(st->st_mode) && major(st->st_rdev) == MEMORY)
		for (size_t i = 0; i < sizeof table / sizeof *table; i++)
			if (minor(st->st_rdev) == table[i].which)
				return table[i].which;
	return DEVICE_NONE;
}

const char *device_path(const struct file *f)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (f->value == table[i].which)
			return table[i].path;
	return "/dev";
}

bool device_is_endless(const struct file *f)
{
	return f->kind == FILE_DEVICE && f->value != DEVICE_NULL;
}

dev_t device_number(const struct file *f)
{
	return makedev(MEMORY, (unsigned)f->value);
}

bool device_is_random(const struct file *f)
{
	return f->kind == FILE_DEVICE &&
	       (f->value == DEVICE_RANDOM || f->value == DEVICE_URANDOM);
}

int device_refusal(const struct file *f)
{
	return device_is_random(f) ? EINVAL : ENOTTY;
}

ssize_t device_read(const struct file *f, const struct parts *p)
{
	size_t n = device_is_endless(f) ? parts_bytes(p) : 0, now;
	char piece[PIECE] = {0};

	for (size_t done = 0; done < n; done += now) {
		now = n - done < PIECE ? n - done : PIECE;
		if (device_is_random(f))
			entropy_draw(piece, now,
				f->value == DEVICE_RANDOM ? "/dev/random"
							  : "/dev/urandom");
		parts_put(p, done, piece, now);
	}
	return (ssize_t)n;
}

/* What is written to the random ones changes what they give, which is anything
 * anyway. */
ssize_t device_write(const struct file *f, const struct parts *p)
{
	return f->value == DEVICE_FULL ? refuse_call(ENOSPC)
				       : (ssize_t)parts_bytes(p);
}

/* Linux, drivers/char/random.c, random_poll: once it has begun, it never says
 * that it could be written.  The others have no poll, and are always ready. */
short device_events(const struct file *f)
{
	return f->value == DEVICE_RANDOM
		       ? POLLIN | POLLRDNORM
		       : POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM;
}
