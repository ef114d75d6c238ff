/* SPDX-License-Identifier: MIT */
/* device.h - the devices that every system has: null, zero, full, random
 *
 * They keep nothing, so that reading and writing them needs no kernel.  Random
 * bytes are those of getrandom: each thread's own, the same in every execution
 * (hole assumed_random).
 */
#ifndef NATIVE_KERNEL_DEVICE_H
#define NATIVE_KERNEL_DEVICE_H

#include "native/kernel/file.h"

/* As Linux numbers them: minor numbers of major 1. */
enum device {
	DEVICE_NONE,
	DEVICE_NULL = 3,
	DEVICE_ZERO = 5,
	DEVICE_FULL = 7,
	DEVICE_RANDOM = 8,
	DEVICE_URANDOM = 9
};

/* Which one a path is by its name alone, or by what the disk says of it. */
enum device device_named(const char *path);
enum device device_of(const struct stat *st);
static inline bool file_is_device(const struct file *f, enum device which)
{
	return f->kind == FILE_DEVICE && f->value == which;
}
/* Under which it is in /dev. */
const char *device_path(const struct file *f);
/* Has it bytes without end? */
bool device_is_endless(const struct file *f);
/* Is it one of the two with random bytes? */
bool device_is_random(const struct file *f);
dev_t device_number(const struct file *f);
/* The error of an ioctl for what any other kind of file may have. */
int device_refusal(const struct file *f);
ssize_t device_read(const struct file *f, const struct parts *p);
ssize_t device_write(const struct file *f, const struct parts *p);
/* What poll says of it. */
short device_events(const struct file *f);

#endif
