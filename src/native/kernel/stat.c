/* SPDX-License-Identifier: MIT */
/* stat.c - what a descriptor stands for: fstat
 *
 * Of a file on disk that was read when it was opened, what the kernel said of
 * it then; of what exists in our tables only, what Linux says of such a thing.
 */
#include "native/kernel/device.h"
#include "native/kernel/file.h"
#include "native/kernel/sock.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

_Static_assert(sizeof(struct stat) == sizeof(struct stat64) &&
		       sizeof(struct stat) % 4 == 0,
	"fstat64 is fstat, and words hold it");

enum {
	WORDS = sizeof(struct stat) / 4
};

uint32_t stat_keep(const struct stat *st)
{
	uint32_t index;
	uint32_t *words = arena_words(WORDS + 1, &index);

	memcpy(words, st, sizeof *st);
	return index;
}

static void made_up(const struct file *f, struct stat *st)
{
	*st = (struct stat){.st_nlink = 1,
		.st_blksize = 4096,
		.st_ino = (ino_t)(f - files) + 1};
	switch (f->kind) {
	case FILE_PIPE:
		if (f->content) {
			content_stat(f->content, st);
			break;
		}
		st->st_mode = S_IFIFO | 0600;
		break;
	case FILE_SOCKET:
		sock_looked_at(f);
		st->st_mode = S_IFSOCK | sock_of(f)->mode;
		break;
	case FILE_DEVICE:
		st->st_mode = S_IFCHR | 0666;
		st->st_rdev = device_number(f);
		break;
	case FILE_BYTES:
		content_ordered(f, false);
		spin_state(&contents[f->content - 1].size,
			sizeof contents->size, false);
		content_stat(f->content, st);
		break;
	default:
		st->st_mode = 0600;
	}
}

int number_stat(int number, struct stat *out, uint64_t pc)
{
	struct stat st;
	struct file *f;
	long rc = 0;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f && !number_is_kernels(number))
		return (int)refuse_call(EBADF);
	if (!f || f->kind == FILE_REAL) {
		rc = raw_syscall(SYS_fstat, number, (long)&st);
	} else if (f->kind == FILE_STREAM) {
		rc = raw_syscall(SYS_fstat, (long)f->value, (long)&st);
	} else if (f->kind == FILE_FOLDER) {
		static struct found at;

		tree_look_also(TOUCHES_fstat_tree);
		rc = -tree_walk_folder(f, &at);
		st = at.st;
		if (rc && f->content) { /* it was removed */
			content_stat(f->content, &st);
			rc = 0;
		}
	} else {
		made_up(f, &st);
	}
	if (rc < 0)
		return (int)refuse_call((int)-rc);
	access_write(out, sizeof *out, pc);
	*out = st;
	return 0;
}

EXPORT int LIBC(fstat)(int number, struct stat *out)
{
	return controlled() ? number_stat(number, out, CALLER)
			    : REAL(fstat)(number, out);
}
EXPORT int LIBC(fstat64)(int number, struct stat64 *out)
{
	return controlled()
		       ? number_stat(number, (struct stat *)(void *)out, CALLER)
		       : REAL(fstat)(number, (struct stat *)(void *)out);
}
