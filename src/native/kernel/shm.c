/* SPDX-License-Identifier: MIT */
/* shm.c - shm_open and shm_unlink: files below /dev/shm */
#include "native/kernel/file.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>

#define FOLDER "/dev/shm/"

struct shm_path {
	char text[sizeof FOLDER + NAME_MAX];
};

/* As the C library has it: slashes before the name count for nothing. */
static bool path_of(const char *name, struct shm_path *out, uint64_t pc)
{
	name = read_string(name, pc);
	name += strspn(name, "/");
	if (!*name || strlen(name) > NAME_MAX || strchr(name, '/'))
		return false;
	strcpy(out->text, FOLDER);
	strcpy(out->text + strlen(FOLDER), name);
	return true;
}

EXPORT int LIBC(shm_open)(const char *name, int flags, mode_t mode)
{
	struct shm_path path;
	int number;

	if (!controlled())
		return REAL(shm_open)(name, flags, mode);
	if (!path_of(name, &path, CALLER))
		return (int)refuse_call(EINVAL);
	number = file_open(AT_FDCWD, path.text, flags | O_NOFOLLOW | O_CLOEXEC,
		mode, CALLER);
	if (number < 0 && errno == EISDIR)
		return (int)refuse_call(EINVAL);
	return number;
}

EXPORT int LIBC(shm_unlink)(const char *name)
{
	struct shm_path path;
	int rc;

	if (!controlled())
		return REAL(shm_unlink)(name);
	if (!path_of(name, &path, CALLER))
		return (int)refuse_call(ENOENT);
	rc = file_remove(path.text, CALLER);
	return rc < 0 && errno == EPERM ? (int)refuse_call(EACCES) : rc;
}
