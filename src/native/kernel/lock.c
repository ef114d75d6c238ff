/* SPDX-License-Identifier: MIT */
/* lock.c - locks on files: flock, lockf, and those of fcntl
 *
 * What fcntl and lockf lock belongs to the process: its threads never meet
 * such a lock.  What flock locks belongs to the open file; who opened the same
 * file otherwise waits.
 */
#include "native/kernel/file.h"
#include "native/kernel/lock.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- the process's
 * ---------------------------------------------------------------------- */

static bool locks_ranges(const struct file *f)
{
	return f->kind == FILE_BYTES || f->kind == FILE_DEVICE ||
	       f->kind == FILE_FOLDER;
}

/* A range that begins before the file. */
static bool no_range(const struct file *f, int from, off_t start, off_t length)
{
	off_t base = 0;

	if (f->kind == FILE_BYTES && from == SEEK_CUR)
		base = (off_t)f->value;
	else if (f->kind == FILE_BYTES && from == SEEK_END)
		base = (off_t)contents[f->content - 1].size;
	file_looked_at(f);
	return base + start < 0 || base + start + length < 0;
}

int lock_range(const struct file *f, int command, struct flock *l, uint64_t pc)
{
	unsigned access = f->flags & O_ACCMODE;

	if (!locks_ranges(f))
		unsupported("fcntl with locks of what is no regular file", pc);
	access_read(l, sizeof *l, pc);
	if ((l->l_type != F_RDLCK && l->l_type != F_WRLCK &&
		    l->l_type != F_UNLCK) ||
		(unsigned)l->l_whence > SEEK_END ||
		(command == F_GETLK && l->l_type == F_UNLCK) ||
		no_range(f, l->l_whence, l->l_start, l->l_len))
		return (int)refuse_call(EINVAL);
	if (command != F_GETLK &&
		((l->l_type == F_RDLCK && access == O_WRONLY) ||
			(l->l_type == F_WRLCK && access == O_RDONLY)))
		return (int)refuse_call(EBADF);
	if (command == F_GETLK) {
		access_write(&l->l_type, sizeof l->l_type, pc);
		l->l_type = F_UNLCK;
	}
	return 0;
}

static int lock_file(int number, int command, off_t n, uint64_t pc)
{
	const struct file *f;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f)
		return (int)refuse_call(EBADF);
	if (!locks_ranges(f))
		unsupported("lockf of what is no regular file", pc);
	if (command < F_ULOCK || command > F_TEST ||
		no_range(f, SEEK_CUR, 0, n))
		return (int)refuse_call(EINVAL);
	if ((command == F_LOCK || command == F_TLOCK) &&
		(f->flags & O_ACCMODE) == O_RDONLY)
		return (int)refuse_call(EBADF);
	return 0;
}

EXPORT int LIBC(lockf)(int number, int command, off_t n)
{
	return controlled() ? lock_file(number, command, n, CALLER)
			    : REAL(lockf)(number, command, n);
}

EXPORT int LIBC(lockf64)(int number, int command, off64_t n)
{
	return controlled() ? lock_file(number, command, n, CALLER)
			    : REAL(lockf64)(number, command, n);
}

/* --- of an open file
 * ----------------------------------------------------------------------- */

static uint32_t who(const struct file *f)
{
	return (uint32_t)(f - files) + 1;
}

bool lock_is_free(const struct file *f, bool alone)
{
	const struct content *c;

	if (f->kind != FILE_BYTES) /* closed beside */
		return true;
	c = &contents[f->content - 1];
	file_looked_at(f);
	if (c->locker && c->locker != who(f))
		return false;
	return !alone || c->sharers == (f->lock == LOCK_IS_SHARED ? 1 : 0);
}

void lock_drop(struct file *f)
{
	struct content *c = &contents[f->content - 1];

	if (f->lock == LOCK_IS_NONE)
		return;
	KEEP(*c);
	KEEP(*f);
	if (f->lock == LOCK_IS_ALONE)
		c->locker = 0;
	else
		c->sharers--;
	f->lock = LOCK_IS_NONE;
	hb_release(object_get(
		kernel_object(KERNEL_FILE, f->content), OBJECT_FILE, 0));
	spin_abandon();
}

static void take(struct file *f, bool alone)
{
	struct content *c = &contents[f->content - 1];

	lock_drop(f);
	KEEP(*c);
	KEEP(*f);
	if (alone)
		c->locker = who(f);
	else
		c->sharers++;
	f->lock = alone ? LOCK_IS_ALONE : LOCK_IS_SHARED;
	hb_acquire(object_get(
		kernel_object(KERNEL_FILE, f->content), OBJECT_FILE, 0));
	spin_abandon();
}

/* A file that can be locked; NULL: *rc is the answer. */
static struct file *lockable(int number, int how, int *rc, uint64_t pc)
{
	struct file *f = file_of(number);
	long got;

	if (f && f->kind == FILE_BYTES)
		return f;
	if (f && f->kind != FILE_REAL && f->kind != FILE_STREAM)
		unsupported("flock of what is no regular file", pc);
	if (!f && !number_is_kernels(number)) {
		*rc = (int)refuse_call(EBADF);
		return 0;
	}
	only_forked(pc, "flock of descriptor %d", number);
	got = raw_syscall(SYS_flock, number, how);
	*rc = got < 0 ? (int)refuse_call((int)-got) : 0;
	return 0;
}

static uint32_t point(int number, bool waits, bool alone, uint64_t pc)
{
	const struct file *f = file_of(number);
	bool ours = f && f->kind == FILE_BYTES;

	return kernel_point(OP_fd_lock,
		ours ? kernel_object(KERNEL_FILE, f->content)
		     : kernel_object(KERNEL_NUMBERS, 0),
		ours && waits ? WAIT_LOCK : WAIT_NOT,
		ours ? (uint64_t)(f - files) : 0, alone, pc);
}

/* Another lock than it has is given up first: then others may come, and where
 * it does not get the other one it has none (Linux, fs/locks.c,
 * flock_lock_inode). */
static int lock(int number, int how, uint64_t pc)
{
	bool alone = (how & ~LOCK_NB) == LOCK_EX, waits = !(how & LOCK_NB);
	enum file_lock to = alone ? LOCK_IS_ALONE : LOCK_IS_SHARED;
	struct file *f = file_of(number);
	int rc;

	if ((how & ~LOCK_NB) != LOCK_SH && !alone &&
		(how & ~LOCK_NB) != LOCK_UN)
		return (int)refuse_call(EINVAL);
	if ((how & ~LOCK_NB) == LOCK_UN ||
		(f && f->kind == FILE_BYTES && f->lock != LOCK_IS_NONE)) {
		point(number, false, alone, pc);
		f = lockable(number, how, &rc, pc);
		if (!f)
			return rc;
		if ((how & ~LOCK_NB) != LOCK_UN && f->lock == to)
			return 0;
		lock_drop(f);
		if ((how & ~LOCK_NB) == LOCK_UN)
			return 0;
	}
	if (point(number, waits, alone, pc) == SIGNAL_ENDS)
		return (int)refuse_call(EINTR);
	f = lockable(number, how, &rc, pc);
	if (!f)
		return rc;
	if (!lock_is_free(f, alone)) {
		spin_state(&contents[f->content - 1].locker, 4, false);
		return (int)refuse_call(EWOULDBLOCK);
	}
	take(f, alone);
	return 0;
}

EXPORT int LIBC(flock)(int number, int how)
{
	if (controlled() && how & LOCK_MAND)
		return 0; /* Linux has it no more, and looks at nothing */
	return controlled() ? lock(number, how, CALLER)
			    : REAL(flock)(number, how);
}
