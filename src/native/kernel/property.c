/* SPDX-License-Identifier: MIT */
/* property.c - size, mode, owner and times of a file, by its path or number
 */
#include "native/kernel/file.h"
#include "native/kernel/sock.h"
#include "native/kernel/process.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static struct found at;

#define IN(name) TOUCHES_##name##_tree

/* The file at a path, behind its operation; 0 and errno. */
static uint32_t by_path(enum touches what, int folder, const char *path,
	bool follow, uint64_t pc)
{
	int error;

	path = read_string(path, pc);
	tree_change(what, pc);
	if (*path != '/' && folder == AT_FDCWD)
		STATE_ALSO(truncate, directory);
	spin_abandon();
	error = tree_made_up(path) ? EPERM
				   : tree_walk_at(folder, path, follow, &at);
	if (!error && !at.st.st_mode)
		error = ENOENT;
	if (error)
		return refuse_call(error), 0;
	return at.node ? at.node : UINT32_MAX;
}

/* The same one, to be changed. */
static uint32_t taken(uint32_t number)
{
	if (number != UINT32_MAX)
		return number;
	return tree_take(&at) ? at.node : 0;
}

/* What is open under a number, behind its operation; NULL and errno. */
static struct file *open_at(enum touches what, int number, uint64_t pc)
{
	struct file *f;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f) {
		refuse_call(EBADF);
		return 0;
	}
	tree_change_also(what);
	spin_abandon();
	return f;
}

/* The file behind that; 0 and errno. */
static uint32_t of_open(const char *name, const struct file *f, uint64_t pc)
{
	char text[80];

	if (!f)
		return 0;
	if (f->kind == FILE_BYTES || f->content) {
		file_looked_at(f);
		return f->content;
	}
	if (f->kind == FILE_FOLDER) {
		int error = tree_walk_folder(f, &at);

		if (error)
			return refuse_call(error), 0;
		return at.node ? at.node : UINT32_MAX;
	}
	snprintf(text, sizeof text, "%.40s of what is no regular file", name);
	unsupported(text, pc);
}

static uint32_t by_number(
	const char *name, enum touches what, int number, uint64_t pc)
{
	return of_open(name, open_at(what, number, pc), pc);
}

static int owned(uint32_t number)
{
	uint32_t user =
		number == UINT32_MAX ? at.st.st_uid : contents[number - 1].user;

	return process_is_root() || user == process_user() ? 0 : EPERM;
}

/* --- size
 * -------------------------------------------------------------------------------
 */

static int resize(const char *path, off_t size, uint64_t pc)
{
	uint32_t number = by_path(IN(truncate), AT_FDCWD, path, true, pc);
	int error;

	if (!number)
		return -1;
	error = size < 0		  ? EINVAL
		: S_ISDIR(at.st.st_mode)  ? EISDIR
		: !S_ISREG(at.st.st_mode) ? EINVAL
					  : tree_may(&at, W_OK);
	if (error)
		return (int)refuse_call(error);
	number = taken(number);
	if (!number)
		return -1;
	return content_resize(number, (uint64_t)size) ? 0
						      : (int)refuse_call(EFBIG);
}

EXPORT int LIBC(truncate)(const char *path, off_t size)
{
	return controlled() ? resize(path, size, CALLER)
			    : REAL(truncate)(path, size);
}

EXPORT int LIBC(truncate64)(const char *path, off_t size)
{
	return controlled() ? resize(path, size, CALLER)
			    : REAL(truncate)(path, size);
}

/* --- mode
 * -------------------------------------------------------------------------------
 */

static int set_mode(uint32_t number, mode_t mode)
{
	int error = number ? owned(number) : 0;
	struct content *c;

	if (!number || error)
		return number ? (int)refuse_call(error) : -1;
	number = taken(number);
	if (!number)
		return -1;
	c = content_changing(number);
	c->mode = (c->mode & S_IFMT) | (mode & 07777);
	return 0;
}

EXPORT int LIBC(chmod)(const char *path, mode_t mode)
{
	return controlled() ? set_mode(by_path(IN(chmod), AT_FDCWD, path, true,
					       CALLER),
				      mode)
			    : REAL(chmod)(path, mode);
}

EXPORT int LIBC(fchmodat)(int folder, const char *path, mode_t mode, int flags)
{
	if (!controlled())
		return REAL(fchmodat)(folder, path, mode, flags);
	if (flags)
		return (int)refuse_call(
			flags & ~AT_SYMLINK_NOFOLLOW ? EINVAL : EOPNOTSUPP);
	return set_mode(
		by_path(IN(fchmodat), folder, path, true, CALLER), mode);
}

/* A socket has one, too, which its file gets when it is bound to a path. */
static int set_mode_of(int number, mode_t mode, uint64_t pc)
{
	struct file *f = open_at(TOUCHES_fchmod_tree, number, pc);

	if (!f || f->kind != FILE_SOCKET)
		return set_mode(of_open("fchmod", f, pc), mode);
	KEEP(*sock_of(f));
	sock_of(f)->mode = mode & 07777;
	return 0;
}

EXPORT int LIBC(fchmod)(int number, mode_t mode)
{
	return controlled() ? set_mode_of(number, mode, CALLER)
			    : REAL(fchmod)(number, mode);
}

/* --- owner
 * ------------------------------------------------------------------------------
 */

static int set_owner(uint32_t number, uid_t user, gid_t group)
{
	struct content *c;
	int error;

	if (!number)
		return -1;
	error = process_is_root() ? 0 : owned(number);
	if (!error && !process_is_root() &&
		((user != (uid_t)-1 && user != process_user()) ||
			(group != (gid_t)-1 && group != process_group())))
		error = EPERM;
	if (error)
		return (int)refuse_call(error);
	number = taken(number);
	if (!number)
		return -1;
	c = content_changing(number);
	if (user != (uid_t)-1)
		c->user = user;
	if (group != (gid_t)-1)
		c->group = group;
	return 0;
}

EXPORT int LIBC(chown)(const char *path, uid_t user, gid_t group)
{
	return controlled() ? set_owner(by_path(IN(chown), AT_FDCWD, path, true,
						CALLER),
				      user, group)
			    : REAL(chown)(path, user, group);
}

EXPORT int LIBC(lchown)(const char *path, uid_t user, gid_t group)
{
	return controlled() ? set_owner(by_path(IN(lchown), AT_FDCWD, path,
						false, CALLER),
				      user, group)
			    : REAL(lchown)(path, user, group);
}

EXPORT int LIBC(fchownat)(
	int folder, const char *path, uid_t user, gid_t group, int flags)
{
	if (!controlled())
		return REAL(fchownat)(folder, path, user, group, flags);
	if (flags & ~AT_SYMLINK_NOFOLLOW)
		return (int)refuse_call(EINVAL);
	return set_owner(by_path(IN(fchownat), folder, path,
				 !(flags & AT_SYMLINK_NOFOLLOW), CALLER),
		user, group);
}

EXPORT int LIBC(fchown)(int number, uid_t user, gid_t group)
{
	return controlled() ? set_owner(by_number("fchown", TOUCHES_fchown_tree,
						number, CALLER),
				      user, group)
			    : REAL(fchown)(number, user, group);
}

/* --- times
 * ------------------------------------------------------------------------------
 */

static bool valid(const struct timespec *t)
{
	return (t->tv_nsec >= 0 && t->tv_nsec < 1000000000) ||
	       t->tv_nsec == UTIME_NOW || t->tv_nsec == UTIME_OMIT;
}

/* NULL: now. */
static int set_times(uint32_t number, const struct timespec *times)
{
	struct content *c;
	struct stat st;
	int error;

	if (!number)
		return -1;
	if (times && (!valid(&times[0]) || !valid(&times[1])))
		return (int)refuse_call(EINVAL);
	error = owned(number);
	if (error)
		return (int)refuse_call(times ? error : EACCES);
	number = taken(number);
	if (!number)
		return -1;
	content_stat(number, &st);
	c = content_changing(number);
	if (!times || times[1].tv_nsec == UTIME_NOW) { /* as if written */
		c->writes++;
		c->timed = 0;
		return 0;
	}
	c->timed = 1;
	c->accessed =
		times[0].tv_nsec == UTIME_OMIT || times[0].tv_nsec == UTIME_NOW
			? st.st_atim
			: times[0];
	c->modified = times[1].tv_nsec == UTIME_OMIT ? st.st_mtim : times[1];
	return 0;
}

static const struct timespec *announced(
	const struct timespec *times, struct timespec *copy, uint64_t pc)
{
	if (!times)
		return 0;
	access_read(times, 2 * sizeof *times, pc);
	memcpy(copy, times, 2 * sizeof *times);
	return copy;
}

EXPORT int LIBC(utimensat)(
	int folder, const char *path, const struct timespec times[2], int flags)
{
	struct timespec copy[2];

	if (!controlled())
		return REAL(utimensat)(folder, path, times, flags);
	if (!path)
		return (int)refuse_call(EINVAL);
	times = announced(times, copy, CALLER);
	if (times && times[0].tv_nsec == UTIME_OMIT &&
		times[1].tv_nsec == UTIME_OMIT)
		return 0; /* Linux does not even look for the file */
	if (flags & ~AT_SYMLINK_NOFOLLOW)
		return (int)refuse_call(EINVAL);
	return set_times(by_path(IN(utimensat), folder, path,
				 !(flags & AT_SYMLINK_NOFOLLOW), CALLER),
		times);
}

EXPORT int LIBC(futimens)(int number, const struct timespec times[2])
{
	struct timespec copy[2];

	if (!controlled())
		return REAL(futimens)(number, times);
	times = announced(times, copy, CALLER);
	return set_times(
		by_number("futimens", TOUCHES_futimens_tree, number, CALLER),
		times);
}

static int times_of_day(
	uint32_t number, const struct timeval *times, const struct timespec *to)
{
	return set_times(number, times ? to : 0);
}

/* False: microseconds that are none. */
static bool from_timeval(
	const struct timeval *times, struct timespec *to, uint64_t pc)
{
	if (!times)
		return true;
	access_read(times, 2 * sizeof *times, pc);
	for (int i = 0; i < 2; i++) {
		if (times[i].tv_usec < 0 || times[i].tv_usec > 999999)
			return false;
		to[i] = (struct timespec){
			times[i].tv_sec, times[i].tv_usec * 1000};
	}
	return true;
}

#define TIMEVALS(name, follow)                                                 \
	EXPORT int LIBC(name)(const char *path, const struct timeval times[2]) \
	{                                                                      \
		struct timespec copy[2];                                       \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(path, times);                        \
		if (!from_timeval(times, copy, CALLER))                        \
			return (int)refuse_call(EINVAL);                       \
		return times_of_day(                                           \
			by_path(IN(name), AT_FDCWD, path, follow, CALLER),     \
			times, copy);                                          \
	}
TIMEVALS(utimes, true)
TIMEVALS(lutimes, false)

EXPORT int LIBC(futimes)(int number, const struct timeval times[2])
{
	struct timespec copy[2];

	if (!controlled())
		return REAL(futimes)(number, times);
	if (!from_timeval(times, copy, CALLER))
		return (int)refuse_call(EINVAL);
	return times_of_day(
		by_number("futimes", TOUCHES_futimes_tree, number, CALLER),
		times, copy);
}

EXPORT int LIBC(utime)(const char *path, const struct utimbuf *times)
{
	struct timespec copy[2];

	if (!controlled())
		return REAL(utime)(path, times);
	if (times) {
		access_read(times, sizeof *times, CALLER);
		copy[0] = (struct timespec){times->actime, 0};
		copy[1] = (struct timespec){times->modtime, 0};
	}
	return set_times(by_path(IN(utime), AT_FDCWD, path, true, CALLER),
		times ? copy : 0);
}
