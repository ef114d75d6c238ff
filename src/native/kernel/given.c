/* SPDX-License-Identifier: MIT */
#include "native/kernel/given.h"
#include "native/kernel/file.h"
#include "native/kernel/tree.h"

#include <stdio.h>
#include <string.h>

enum {
	FIRST = 1,
	SECOND = 2,
	THIRD = 4,
	IN_FIRST = 8, /* at the beginning of what it points to: struct aiocb */
	IN_SECOND = 16,
	FILES = 64, /* by their names, on disk */
	DIRECT = 3
};

/* Whose answer, or effect, the test goes by. */
static const struct {
	const char *names;
	unsigned which;
} table[] = {
	{"sockatmark isfdtype fpathconf "
	 "tcgetattr tcsetattr ttyname ttyname_r vmsplice preadv2 pwritev2 "
	 "preadv64v2 pwritev64v2 fgetxattr fsetxattr flistxattr fremovexattr ",
		FIRST},
	{"statx name_to_handle_at ", FIRST | FILES},
	{"pathconf eaccess "
	 "euidaccess getxattr lgetxattr setxattr lsetxattr listxattr "
	 "llistxattr removexattr lremovexattr "
	 "fts_open glob glob64 "
	 "realpath_chk __realpath_chk __xstat __xstat64 __lxstat "
	 "__lxstat64 __fxstatat __fxstatat64 dlopen ",
		FILES},
	{"_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode ", SECOND},
	{"aio_read aio_read64 aio_write aio_write64 ", IN_FIRST},
	{"aio_fsync aio_fsync64 ", IN_SECOND},
	{"tee ", FIRST | SECOND},
	{"splice ", FIRST | THIRD},
};

unsigned given_numbers(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		for (const char *at = table[i].names; *at;) {
			size_t length = strcspn(at, " ");

			if (length == n && strncmp(at, name, n) == 0)
				return table[i].which;
			at += length + 1;
		}
	return 0;
}

static const char *what(const struct file *f)
{
	switch (f->kind) {
	case FILE_PIPE:
		return "a pipe";
	case FILE_SOCKET:
		return "a socket";
	case FILE_EVENT:
		return "an eventfd";
	case FILE_FOLDER:
		return "a folder";
	case FILE_EPOLL:
		return "an epoll";
	case FILE_TIMER:
		return "a timerfd";
	case FILE_SIGNAL:
		return "a signalfd";
	default:
		return "a file that scarp keeps in memory";
	}
}

void given(
	const char *name, unsigned which, const uint64_t *argument, uint64_t pc)
{
	char text[120];

	if (which & FILES && tree_differs()) {
		snprintf(text, sizeof text,
			"%.40s, which looks at the disk, where nothing is of "
			"the files that the test has made or changed,",
			name);
		unsupported(text, pc);
	}
	for (int i = 0; i < DIRECT; i++) {
		const struct file *f = 0;

		if (which >> i & FIRST)
			f = file_of((int)argument[i]);
		else if (which >> i & IN_FIRST && argument[i])
			f = file_of(*(const int *)argument[i]);
		if (!f || f->kind == FILE_REAL || f->kind == FILE_STREAM)
			continue;
		snprintf(text, sizeof text, "%.40s of %s", name, what(f));
		unsupported(text, pc);
	}
}
