/* SPDX-License-Identifier: MIT */
/* volume: LMDB asks fstatfs whether its file lies on this machine: the disk's
 * answer, in each execution and mode the same, for what the test made as well;
 * how much is free is half of it
 *
 * 3 executions: statvfs before the folder is made, behind it, and behind its
 * removal; the kind of a file of the test's is that of the folder that it is in
 *
 * check: --exhaustive
 * verdict: verified
 * states: none made
 * last_round: 3
 * scope: free_space
 */
#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

static struct statvfs here;

static void *make_and_remove(void *unused)
{
	assert(mkdir("volume.made", 0700) == 0);
	assert(rmdir("volume.made") == 0);
	return unused;
}

static bool is_here(const struct statvfs *fs)
{
	return fs->f_fsid == here.f_fsid && fs->f_bsize == here.f_bsize &&
	       fs->f_bfree == here.f_bfree && fs->f_files == here.f_files;
}

/* Of a file that the test made, by each way to ask. */
static void look_at_file(void)
{
	struct statfs fs, same;
	struct statvfs posix;
	int fd = open("volume.file", O_RDWR | O_CREAT | O_EXCL, 0600);

	assert(fd >= 0 && fstatfs(fd, &fs) == 0);
	assert(statfs("volume.file", &same) == 0 && same.f_type == fs.f_type);
	assert(same.f_bfree == fs.f_bfree && fs.f_bsize == (long)here.f_bsize);
	assert(fstatvfs(fd, &posix) == 0 && is_here(&posix));
	assert(unlink("volume.file") == 0 && close(fd) == 0);
	assert(fstatfs(fd, &fs) == -1 && errno == EBADF);
	assert(statfs("volume.file", &fs) == -1 && errno == ENOENT);
}

int main(void)
{
	struct statvfs fs;
	pthread_t t;
	int rc;

	assert(statvfs(".", &here) == 0);
	/* Natively it is another day. */
	assert(time(NULL) > 1000000000 || here.f_bfree == here.f_blocks / 2);
	look_at_file();
	t = start(make_and_remove, NULL);
	rc = statvfs("volume.made", &fs);
	assert(rc == 0 ? is_here(&fs) : errno == ENOENT);
	puts(rc == 0 ? "made" : "none");
	finish(t);
	return 0;
}
