/* SPDX-License-Identifier: MIT */
/* pairs_tree.h - calls that make, change, remove and look at files
 *
 * There are a file f, a folder d and a link l; n is not there.
 */

static int file_fd = -1;
static DIR *folder;
static char sem_name[40];
static sem_t *semaphore;

/* What all that is told of a file. */
static void say_file(char *out, int rc, const struct stat *st)
{
	if (rc)
		SAY("%d,%d", rc, errno);
	else
		SAY("%o,%d,%d,%d,%d", st->st_mode,
			S_ISDIR(st->st_mode) ? 0 : (int)st->st_size,
			(int)st->st_nlink,
			st->st_mtime < 10 ? (int)st->st_mtime : -1,
			(int)st->st_uid);
}

#define TREE(name, ...)                                                        \
	CALL(tree, name)                                                       \
	{                                                                      \
		int rc = (int)(__VA_ARGS__);                                   \
                                                                               \
		SAY("%d,%d", rc < 0 ? -1 : 0, rc < 0 ? errno : 0);             \
	}
#define TREE_LOOK(name, ...)                                                   \
	CALL(tree, name)                                                       \
	{                                                                      \
		struct stat st;                                                \
		int rc = (int)(__VA_ARGS__);                                   \
                                                                               \
		say_file(out, rc, &st);                                        \
	}

enum {
	NEW = O_RDWR | O_CREAT | O_EXCL
};
static struct timespec times[2][2] = {{{1, 0}, {1, 0}}, {{2, 0}, {2, 0}}};
static struct timeval days[2][2] = {{{3, 0}, {3, 0}}, {{4, 0}, {4, 0}}};

TREE_LOOK(stat, stat("f", &st))
TREE_LOOK(stat64, stat64("f", (struct stat64 *)&st))
TREE_LOOK(lstat, lstat("f", &st))
TREE_LOOK(lstat64, lstat64("f", (struct stat64 *)&st))
TREE_LOOK(fstatat, fstatat(AT_FDCWD, "f", &st, 0))
TREE_LOOK(fstatat64, fstatat64(AT_FDCWD, "f", (struct stat64 *)&st, 0))
TREE_LOOK(fstat, fstat(file_fd, &st))
TREE(statfs, statfs("f", &(struct statfs){0}))
TREE(statfs64, statfs64("f", &(struct statfs64){0}))
TREE(statvfs, statvfs("f", &(struct statvfs){0}))
TREE(statvfs64, statvfs64("f", &(struct statvfs64){0}))
TREE(fstatfs, fstatfs(file_fd, &(struct statfs){0}))
TREE(fstatfs64, fstatfs64(file_fd, &(struct statfs64){0}))
TREE(fstatvfs, fstatvfs(file_fd, &(struct statvfs){0}))
TREE(fstatvfs64, fstatvfs64(file_fd, &(struct statvfs64){0}))
TREE(access, access("f", F_OK))
TREE(faccessat, faccessat(AT_FDCWD, "f", F_OK, 0))
TREE(readlink, readlink("l", out, 3))
TREE(readlinkat, readlinkat(AT_FDCWD, "l", out, 3))
TREE(chdir, chdir("d"))
TREE(fchdir, fchdir(dirfd(folder)))
TREE(bind, local(bind, "n"))
TREE(connect, local(connect, "f"))
TREE(open, open("n", NEW, 0600))
TREE(open64, open64("n", NEW, 0600))
TREE(openat, openat(AT_FDCWD, "n", NEW, 0600))
TREE(openat64, openat64(AT_FDCWD, "n", NEW, 0600))
TREE(__open_2, __open_2("f", O_RDWR | O_TRUNC))
TREE(__open64_2, __open64_2("f", O_RDWR | O_TRUNC))
TREE(creat, creat("f", 0600))
TREE(fopen, fopen("n", "wx") ? 0 : -1)
TREE(fopen64, fopen64("f", "w") ? 0 : -1)
TREE(mkdir, mkdir("n", 0700))
TREE(mkdirat, mkdirat(AT_FDCWD, "n", 0700))
TREE(mkfifo, mkfifo("n", 0700))
TREE(mkfifoat, mkfifoat(AT_FDCWD, "n", 0700))
TREE(mknod, mknod("n", S_IFIFO | 0600, 0))
TREE(mknodat, mknodat(AT_FDCWD, "n", 0600, 0))
TREE(rmdir, rmdir("d"))
TREE(unlink, unlink("f"))
TREE(unlinkat, unlinkat(AT_FDCWD, "f", 0))
TREE(remove, remove("l"))
TREE(rename, rename("f", "n"))
TREE(renameat, renameat(AT_FDCWD, "f", AT_FDCWD, "n"))
TREE(renameat2, renameat2(AT_FDCWD, "f", AT_FDCWD, "n", RENAME_NOREPLACE))
TREE(link, link("f", "n"))
TREE(linkat, linkat(AT_FDCWD, "f", AT_FDCWD, "n", 0))
TREE(symlink, symlink("f", "n"))
TREE(symlinkat, symlinkat("f", AT_FDCWD, "n"))
TREE(truncate, truncate("f", 7 + me))
TREE(truncate64, truncate64("f", 7 + me))
TREE(chmod, chmod("f", 0640 + (mode_t)me))
TREE(fchmod, fchmod(file_fd, 0640 + (mode_t)me))
TREE(fchmodat, fchmodat(AT_FDCWD, "f", 0640 + (mode_t)me, 0))
TREE(chown, chown("f", getuid() ? getuid() : 1u + (uid_t)me, (gid_t)-1))
TREE(lchown, lchown("f", getuid() ? getuid() : 1u + (uid_t)me, (gid_t)-1))
TREE(fchown, fchown(file_fd, getuid() ? getuid() : 1u + (uid_t)me, (gid_t)-1))
TREE(fchownat, fchownat(AT_FDCWD, "f", getuid() ? getuid() : 1u + (uid_t)me,
		       (gid_t)-1, 0))
TREE(utime, utime("f", &(struct utimbuf){5 + me, 5 + me}))
TREE(utimes, utimes("f", days[me]))
TREE(lutimes, lutimes("f", days[me]))
TREE(futimes, futimes(file_fd, days[me]))
TREE(utimensat, utimensat(AT_FDCWD, "f", times[me], 0))
TREE(futimens, futimens(file_fd, times[me]))

#define TREE_NEW(name, type, ...)                                              \
	CALL(tree, name)                                                       \
	{                                                                      \
		char path[] = "d/XXXXXX";                                      \
		type rc = name(__VA_ARGS__);                                   \
                                                                               \
		SAY("%d", rc == (type)-1 || !rc ? errno : 0);                  \
	}
TREE_NEW(mkstemp, long, path)
TREE_NEW(mkstemp64, long, path)
TREE_NEW(mkostemp, long, path, 0)
TREE_NEW(mkostemp64, long, path, 0)
TREE_NEW(mkstemps, long, path, 0)
TREE_NEW(mkstemps64, long, path, 0)
TREE_NEW(mkostemps, long, path, 0, 0)
TREE_NEW(mkostemps64, long, path, 0, 0)
TREE_NEW(mkdtemp, char *, path)

CALL(tree, realpath)
{
	SAY("%d", realpath("f", NULL) ? 0 : errno);
}

CALL(tree, canonicalize_file_name)
{
	SAY("%d", canonicalize_file_name("f") ? 0 : errno);
}

CALL(tree, sem_open)
{
	sem_t *s = sem_open(sem_name, O_CREAT | O_EXCL, 0600, 1);

	SAY("%d", s == SEM_FAILED ? errno : 0);
}
TREE(sem_close, sem_close(semaphore))
TREE(sem_unlink, sem_unlink(sem_name))

CALL(tree, opendir)
{
	SAY("%d", opendir("d") ? 0 : errno);
}

/* The first call of all reads the folder. */
CALL(tree, readdir)
{
	struct dirent *e;
	int n = 0, links = 0;

	while ((e = readdir(folder))) {
		n++;
		links += strcmp(e->d_name, "l") == 0;
	}
	SAY("%d,%d", n, links);
}

static void prepare_tree(void)
{
	snprintf(sem_name, sizeof sem_name, "/scarp-pairs-%d", (int)getpid());
	semaphore = sem_open(sem_name, O_CREAT, 0600, 1);
	file_fd = open("f", O_RDWR | O_CREAT, 0644);
	(void)!write(file_fd, "text", 4);
	mkdir("d", 0755);
	(void)!symlink("f", "l");
	folder = opendir(".");
	futimens(file_fd, (struct timespec[2]){{9, 0}, {9, 0}});
}

/* The first link to what was f, and what there is. */
static void after_tree(char *out)
{
	char file[60] = "", new[60] = "";
	struct stat st;

	say_file(file, fstat(file_fd, &st), &st);
	say_file(new, lstat("n", &st), &st);
	SAY("%s;%s;%d%d%d", file, new, access("f", F_OK), access("d", F_OK),
		access("l", F_OK));
	sem_unlink(sem_name);
}
