/* SPDX-License-Identifier: MIT */
/* files.c - files that are made, changed, removed and renamed; folders; streams
 *
 * Everything lies in a folder of its own, which is removed at the end.
 */
#include "say.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static struct stat st;
static char text[PATH_MAX];

/* What stat says that is the same every time. */
static void say_stat(const char *path)
{
	I(lstat(path, &st));
	if (errno)
		return;
	SAY("  %s: mode %o, links %d, size %d\n", path, st.st_mode,
		S_ISDIR(st.st_mode) ? 0 : (int)st.st_nlink,
		S_ISDIR(st.st_mode) ? 0 : (int)st.st_size);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder, sorted. */
static void say_names(const char *path)
{
	static char kept[64][NAME_MAX + 3];
	char *names[64];
	struct dirent *e;
	DIR *d = opendir(path);
	int n = 0;

	if (!d) {
		SAY("%s: no folder, errno %d\n", path, errno);
		return;
	}
	errno = 0;
	while ((e = readdir(d)) && n < 64) {
		snprintf(
			kept[n], sizeof kept[n], "%s/%d", e->d_name, e->d_type);
		names[n] = kept[n];
		n++;
	}
	SAY("%s, errno %d:", path, errno);
	qsort(names, n, sizeof *names, by_name);
	for (int i = 0; i < n; i++)
		SAY(" %s", names[i]);
	SAY("\n");
	I(closedir(d));
}

static void make(const char *path, const char *what)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	I(fd >= 0);
	I(write(fd, what, strlen(what)));
	I(close(fd));
}

static void say_content(const char *path)
{
	int fd = open(path, O_RDONLY);
	ssize_t n = read(fd, text, sizeof text - 1);

	text[n < 0 ? 0 : n] = 0;
	SAY("%s has \"%s\"\n", path, text);
	close(fd);
}

static void opening(void)
{
	int fd, other;

	I(open("missing", O_RDONLY));
	I(open("missing/below", O_RDWR | O_CREAT, 0600));
	I(open("", O_RDWR | O_CREAT, 0600));
	I(open("new/", O_RDWR | O_CREAT, 0600));
	I(fd = open("a", O_RDWR | O_CREAT | O_EXCL, 0666));
	I(open("a", O_RDWR | O_CREAT | O_EXCL, 0666));
	I(open("a/", O_RDONLY));
	I(open("a/b", O_RDONLY));
	I(open("a", O_RDONLY | O_DIRECTORY));
	I(fcntl(fd, F_GETFL));
	I(write(fd, "0123456789", 10));
	I(lseek(fd, 0, SEEK_CUR));
	I(other = open("a", O_RDONLY));
	I(read(other, text, 4));
	B(text, 4);
	I(write(other, "x", 1));
	I(ftruncate(other, 3));
	I(pwrite(fd, "ab", 2, 1));
	I(pread(other, text, 10, 0));
	B(text, 10);
	I(ftruncate(fd, 4));
	I(read(other, text, 10));
	I(ftruncate(fd, 6));
	I(read(other, text, 10));
	B(text, 2);
	I(fstat(fd, &st));
	I(st.st_size);
	I(close(other));
	I(other = open("a", O_WRONLY | O_APPEND));
	I(fcntl(other, F_GETFL));
	I(write(other, "end", 3));
	I(lseek(other, 0, SEEK_CUR));
	I(pwrite(other, "more", 4, 0));
	I(close(other));
	I(lseek(fd, 20, SEEK_SET));
	I(write(fd, "far", 3));
	I(close(fd));
	say_stat("a");
	I(fd = open("a", O_RDONLY | O_TRUNC));
	I(close(fd));
	say_stat("a");
	I(fd = creat("b", 0600));
	I(close(fd));
	I(fd = open64("c", O_RDWR | O_CREAT, 0640));
	I(close(fd));
	say_stat("b");
	say_stat("c");
	I(fd = open(".", O_RDWR | O_TMPFILE, 0600));
	I(write(fd, "x", 1));
	I(fstat(fd, &st));
	I(st.st_nlink);
	I(close(fd));
	I(open(".", O_RDWR));
	I(open(".", O_RDONLY | O_CREAT, 0600));
	say_names(".");
	I(unlink("a") | unlink("b") | unlink("c"));
}

static void folders(void)
{
	int fd, in;

	I(mkdir("d", 0755));
	I(mkdir("d", 0755));
	I(mkdir("missing/d", 0755));
	I(mkdir("d/e/", 0700));
	I(mkdir("", 0700));
	say_stat("d");
	say_stat("d/e");
	make("d/f", "text");
	I(rmdir("d"));
	I(rmdir("d/f"));
	I(rmdir("d/."));
	I(rmdir("d/e/.."));
	I(unlink("d"));
	I(unlink("d/f/"));
	say_names("d");
	say_names("d/f");
	say_names("missing");
	I(chdir("d"));
	I(access("f", R_OK));
	I(chdir("f"));
	I(chdir("missing"));
	I((fd = open(".", O_RDONLY | O_DIRECTORY)) > 2);
	I(fchdir(fd));
	I(close(fd));
	I(fchdir(fd));
	I((fd = open("f", O_RDONLY)) > 2);
	I(fchdir(fd));
	I(close(fd));
	I(chdir("e"));
	I(access("../f", F_OK));
	P(getcwd(text, sizeof text));
	S(strrchr(text, '/'));
	I(chdir("../.."));
	I(fd = open("d", O_RDONLY | O_DIRECTORY));
	I(fcntl(fd, F_GETFL));
	I(read(fd, text, 1));
	I(fstat(fd, &st));
	I(S_ISDIR(st.st_mode));
	I(in = openat(fd, "f", O_RDONLY));
	I(read(in, text, 10));
	I(close(in));
	I(openat(fd, "missing", O_RDONLY));
	I(openat(99, "f", O_RDONLY));
	I(mkdirat(fd, "g", 0700));
	I(mkdirat(fd, "g", 0700));
	I(fstatat(fd, "g", &st, 0));
	I(fstatat(fd, "missing", &st, 0));
	I(fstatat64(fd, "f", (struct stat64 *)&st, AT_SYMLINK_NOFOLLOW));
	I(st.st_size);
	I(fstatat(fd, "f", &st, 1 << 30));
	I(faccessat(fd, "g", X_OK, 0));
	I(faccessat(fd, "missing", X_OK, 0));
	I(unlinkat(fd, "g", 0));
	I(unlinkat(fd, "g", AT_REMOVEDIR));
	I(unlinkat(fd, "f", AT_REMOVEDIR));
	I(unlinkat(fd, "f", 12345));
	I(symlinkat("f", fd, "l"));
	I(readlinkat(fd, "l", text, sizeof text));
	I(readlinkat(fd, "f", text, sizeof text));
	I(linkat(fd, "f", fd, "m", 0));
	I(linkat(fd, "f", fd, "m", 0));
	I(renameat(fd, "m", AT_FDCWD, "n"));
	I(renameat2(AT_FDCWD, "n", fd, "f", RENAME_NOREPLACE));
	I(fchmodat(fd, "f", 0600, 0));
	I(fchmodat(fd, "f", 0600, 1 << 30));
	I(fchownat(fd, "f", -1, -1, 0));
	I(utimensat(fd, "f", NULL, 0));
	I(unlink("n") | unlinkat(fd, "l", 0));
	I(fsync(fd));
	I(close(fd));
	I(remove("d/f"));
	I(remove("d/f"));
	I(remove("d/e"));
	I(remove("d"));
	I(rmdir("d"));
	I(rmdir("/"));
}

static void streams_of_folders(void)
{
	struct dirent64 *e64;
	struct dirent *e, own, *at;
	long places[8];
	DIR *d;
	int n = 0, fd;

	I(mkdir("d", 0755));
	make("d/one", "1");
	make("d/two", "2");
	P(opendir("d/one"));
	P(opendir("missing"));
	P(d = opendir("d"));
	I(dirfd(d) > 2);
	places[n++] = telldir(d);
	while ((e = readdir(d)))
		places[n++] = telldir(d);
	I(n);
	seekdir(d, places[0]);
	P(readdir(d));
	V(rewinddir(d));
	P(e64 = readdir64(d));
	I(readdir_r(d, &own, &at) | (at != &own));
	I(readdir64_r(d, (struct dirent64 *)&own, (struct dirent64 **)&at));
	make("d/three", "3");
	V(rewinddir(d));
	for (n = 0; readdir(d); n++)
		;
	I(n);
	I(closedir(d));
	I(fd = open("d", O_RDONLY));
	P(d = fdopendir(fd));
	I(dirfd(d) == fd);
	I(closedir(d));
	I(fd = open("d/one", O_RDONLY));
	P(fdopendir(fd));
	P(fdopendir(99));
	I(close(fd));
	I(unlink("d/one") | unlink("d/two") | unlink("d/three") | rmdir("d"));
}

static void names(void)
{
	int fd;

	make("a", "first");
	make("b", "second");
	I(rename("a", "c"));
	I(access("a", F_OK));
	I(rename("a", "c"));
	I(rename("c", "b"));
	say_content("b");
	I(rename("b", "b"));
	I(rename("b", "missing/b"));
	I(rename("b", "d/"));
	I(link("b", "l"));
	I(link("b", "l"));
	I(link("missing", "m"));
	I(link(".", "m"));
	say_stat("b");
	fd = open("l", O_WRONLY | O_APPEND);
	I(write(fd, "+", 1));
	I(unlink("b"));
	say_stat("l");
	I(unlink("l"));
	I(unlink("l"));
	I(write(fd, "gone", 4));
	I(fstat(fd, &st));
	I(st.st_nlink);
	I(st.st_size);
	I(close(fd));
	I(mkdir("d", 0755) | mkdir("e", 0755));
	make("d/x", "below");
	I(rename("d", "d/x/y"));
	I(rename("d", "d/y"));
	I(rename("d", "e"));
	say_content("e/x");
	I(access("d/x", F_OK));
	I(mkdir("d", 0755));
	I(rename("d", "e"));
	I(rename("e/x", "d"));
	I(rename("d", "e/x"));
	I(rename("e/.", "f"));
	I(rename("e", "d"));
	say_content("d/x");
	I(mkdir("e", 0755) | mkdir("g", 0755));
	make("g/x", "moved");
	I(unlink("d/x"));
	I(fd = open("g", O_RDONLY));
	I(chdir("g"));
	I(rename("../g", "../d"));
	say_content("x");
	P(getcwd(text, sizeof text));
	S(strrchr(text, '/'));
	I(chdir(".."));
	I(faccessat(fd, "x", F_OK, 0));
	I(close(fd));
	I(fd = open("e", O_RDONLY));
	I(rmdir("e"));
	I(mkdir("e", 0755));
	I(mkdirat(fd, "y", 0700));
	I(fstat(fd, &st));
	I(st.st_nlink);
	I(close(fd));
	I(rmdir("e"));
	I(symlink("d/x", "s"));
	I(symlink("d/x", "s"));
	I(symlink("", "t"));
	say_stat("s");
	I(readlink("s", text, sizeof text));
	I(readlink("d", text, sizeof text));
	say_content("s");
	I(symlink("loop", "loop"));
	I(open("loop", O_RDONLY));
	I(open("s", O_RDONLY | O_NOFOLLOW));
	I(stat("loop", &st));
	I(symlink("nothing", "dangling"));
	I(stat("dangling", &st));
	I(open("dangling", O_RDWR | O_CREAT | O_EXCL, 0600));
	I(fd = open("dangling", O_RDWR | O_CREAT, 0600));
	I(close(fd));
	say_stat("nothing");
	P(realpath("s", text));
	S(strrchr(text, '/'));
	P(canonicalize_file_name("d/../loop"));
	I(symlink("d", "to"));
	say_content("to/x");
	I(rmdir("to"));
	I(linkat(AT_FDCWD, "s", AT_FDCWD, "hard", AT_SYMLINK_FOLLOW));
	say_stat("hard");
	I(link("s", "soft"));
	say_stat("soft");
	I(linkat(AT_FDCWD, "s", AT_FDCWD, "x", 1 << 30));
	say_names(".");
	I(unlink("s") | unlink("loop") | unlink("dangling"));
	I(unlink("nothing") | unlink("to") | unlink("hard") | unlink("soft"));
	I(unlink("d/x") | rmdir("d"));
}

static void properties(void)
{
	struct timespec times[2] = {{1000, 5}, {2000, 7}};
	struct timeval days[2] = {{3000, 5}, {4000, 7}};
	struct utimbuf old = {5000, 6000};
	int fd, null;

	make("a", "0123456789");
	I(truncate("a", 5));
	I(truncate64("a", 7));
	I(truncate("a", -1));
	I(truncate("missing", 1));
	I(truncate(".", 1));
	say_stat("a");
	I(chmod("a", 04711));
	I(chmod("missing", 0700));
	say_stat("a");
	I(chown("a", -1, -1));
	I(chown("missing", -1, -1));
	I(lchown("a", getuid(), getgid()));
	fd = open("a", O_RDWR);
	I(fchmod(fd, 0640));
	I(fchmod(99, 0640));
	I(fchown(fd, -1, -1));
	I(fchown(99, -1, -1));
	say_stat("a");
	I(utimensat(AT_FDCWD, "a", times, 0));
	I(stat("a", &st));
	I(st.st_atim.tv_sec);
	I(st.st_mtim.tv_nsec);
	times[0].tv_nsec = 2000000000;
	I(utimensat(AT_FDCWD, "a", times, 0));
	times[0].tv_nsec = UTIME_OMIT;
	times[1].tv_sec = 9;
	I(futimens(fd, times));
	I(futimens(99, times));
	I(stat("a", &st));
	I(st.st_atim.tv_sec);
	I(st.st_mtim.tv_sec);
	I(utimes("a", days));
	I(lutimes("a", days));
	I(futimes(fd, days));
	I(stat("a", &st));
	I(st.st_mtim.tv_nsec);
	days[0].tv_usec = -1;
	I(utimes("a", days));
	I(utimes("missing", NULL));
	I(utime("a", &old));
	I(stat("a", &st));
	I(st.st_atim.tv_sec);
	I(utime("a", NULL));
	I(utime("missing", NULL));
	I(fsync(fd) | fdatasync(fd) | syncfs(fd));
	I(fsync(99));
	I(fdatasync(99));
	I(syncfs(99));
	V(sync());
	I(sync_file_range(fd, 0, 10, 0));
	I(readahead(fd, 0, 10));
	E(posix_fadvise(fd, 0, 0, POSIX_FADV_WILLNEED));
	E(posix_fadvise(99, 0, 0, POSIX_FADV_WILLNEED));
	E(posix_fadvise64(fd, 0, 0, 77));
	I(fallocate(fd, 0, 0, 100));
	I(fallocate64(fd, 0, -1, 100));
	E(posix_fallocate(fd, 0, 200));
	E(posix_fallocate64(fd, 0, 0));
	E(posix_fallocate(99, 0, 10));
	say_stat("a");
	null = open("/dev/null", O_RDWR);
	I(fallocate(null, 0, 0, 100));
	I(fsync(null));
	I(close(null));
	I(close(fd));
	fd = open("a", O_RDONLY);
	I(fallocate(fd, 0, 0, 100));
	I(close(fd));
	I(unlink("a"));
}

/* Pipes with names, of one thread that never waits. */
static void pipes(void)
{
	char buffer[10] = "";
	struct stat st;
	int r, w;

	I(mkfifo("p", 0666));
	I(mkfifo("p", 0666));
	I(mkfifo("none/p", 0666));
	I(mkfifo("", 0666));
	I(mkfifo("q/", 0666));
	I(mkfifoat(AT_FDCWD, "q", 0600));
	I(mkfifoat(900, "s", 0600));
	I(mknod("n", S_IFREG | 0640, 0));
	I(mknod("n", S_IFIFO | 0640, 0));
	I(mknod("o", 0640, 0));
	I(mknodat(AT_FDCWD, "s", S_IFIFO | 0604, 0));
	I(stat("p", &st));
	I(st.st_mode);
	I(st.st_nlink);
	I(st.st_size);
	I(stat("s", &st));
	I(st.st_mode);
	I(stat("n", &st));
	I(st.st_mode);
	I(open("p", O_WRONLY | O_NONBLOCK));
	I(open("p", O_RDONLY | O_NONBLOCK | O_CREAT | O_EXCL, 0600));
	I(open("p", O_RDONLY | O_DIRECTORY));
	I(r = open("p", O_RDONLY | O_NONBLOCK));
	I(fcntl(r, F_GETFL));
	I(read(r, buffer, 5));
	I(write(r, buffer, 5));
	I(w = open("p", O_WRONLY | O_TRUNC));
	I(read(r, buffer, 5));
	I(write(w, "abcde", 5));
	I(fstat(r, &st));
	I(st.st_mode);
	I(lseek(r, 0, SEEK_SET));
	I(ftruncate(w, 0));
	I(truncate("p", 0));
	I(fchmod(r, 0600));
	I(stat("p", &st));
	I(st.st_mode);
	I(rename("p", "renamed"));
	I(link("renamed", "p"));
	I(close(r));
	I(r = open("p", O_RDONLY));
	I(read(r, buffer, 2));
	B(buffer, 2);
	I(close(w));
	I(unlink("p"));
	I(unlink("renamed"));
	I(mkfifo("p", 0600));
	I(open("p", O_WRONLY | O_NONBLOCK));
	I(read(r, buffer, 5));
	I(read(r, buffer, 5));
	I(close(r));
	I(r = open("p", O_RDWR));
	I(write(r, "xyz", 3));
	I(w = open("p", O_WRONLY | O_NONBLOCK));
	I(close(r));
	I(r = open("p", O_RDONLY | O_NONBLOCK));
	I(read(r, buffer, 5));
	I(close(w));
	I(close(r));
	I(unlink("p"));
	I(unlink("q"));
	I(unlink("s"));
	I(unlink("n"));
	I(unlink("o"));
}

/* What statfs says but for what is free, which changes. */
static void say_volume(const char *what, int rc, const struct statfs *fs)
{
	SAY("%s: %d, errno %d", what, rc, errno);
	if (rc == 0)
		SAY(", %lx %ld %lu %lu %ld %ld %lx %d", (long)fs->f_type,
			(long)fs->f_bsize, (long)fs->f_blocks,
			(long)fs->f_files, (long)fs->f_namelen,
			(long)fs->f_frsize, (long)fs->f_flags,
			memcmp(&fs->f_fsid, &(fsid_t){0}, sizeof fs->f_fsid));
	SAY("\n");
}

static void say_volume_as_posix(
	const char *what, int rc, const struct statvfs *fs)
{
	SAY("%s: %d, errno %d", what, rc, errno);
	if (rc == 0)
		SAY(", %lx %ld %lu %lu %ld %ld %lx", fs->f_fsid,
			(long)fs->f_bsize, (long)fs->f_blocks,
			(long)fs->f_files, (long)fs->f_namemax,
			(long)fs->f_frsize, (long)fs->f_flag);
	SAY("\n");
}

#define VOLUME(call)                                                           \
	do {                                                                   \
		struct statfs fs;                                              \
		errno = 0;                                                     \
		say_volume(#call, call, &fs);                                  \
	} while (0)
#define POSIX_VOLUME(call)                                                     \
	do {                                                                   \
		struct statvfs fs;                                             \
		errno = 0;                                                     \
		say_volume_as_posix(#call, call, &fs);                         \
	} while (0)

static void volumes(void)
{
	int fd = open("on_disk", O_RDWR | O_CREAT, 0600), ends[2], s;

	mkdir("holds", 0700);
	symlink("holds", "leads");
	VOLUME(statfs(".", &fs));
	VOLUME(statfs64("on_disk", (struct statfs64 *)&fs));
	VOLUME(statfs("holds/", &fs));
	VOLUME(statfs("leads", &fs));
	VOLUME(statfs("on_disk/", &fs));
	VOLUME(statfs("on_disk/below", &fs));
	VOLUME(statfs("nowhere", &fs));
	VOLUME(statfs("", &fs));
	VOLUME(statfs("/", &fs));
	VOLUME(statfs("/dev/null", &fs));
	VOLUME((int)syscall(SYS_statfs, ".", &fs));
	VOLUME(fstatfs(fd, &fs));
	VOLUME(fstatfs64(fd, (struct statfs64 *)&fs));
	VOLUME((int)syscall(SYS_fstatfs, fd, &fs));
	POSIX_VOLUME(statvfs("holds", &fs));
	POSIX_VOLUME(statvfs64("on_disk", (struct statvfs64 *)&fs));
	POSIX_VOLUME(statvfs("nowhere", &fs));
	POSIX_VOLUME(fstatvfs(fd, &fs));
	POSIX_VOLUME(fstatvfs64(fd, (struct statvfs64 *)&fs));
	rename("on_disk", "holds/renamed");
	VOLUME(fstatfs(fd, &fs));
	close(fd);
	VOLUME(fstatfs(fd, &fs));
	VOLUME(fstatfs(-1, &fs));
	POSIX_VOLUME(fstatvfs(fd, &fs));
	fd = open("holds", O_RDONLY);
	VOLUME(fstatfs(fd, &fs));
	close(fd);
	fd = open("/dev/zero", O_RDONLY);
	VOLUME(fstatfs(fd, &fs));
	close(fd);
	pipe(ends);
	VOLUME(fstatfs(ends[0], &fs));
	close(ends[0]);
	close(ends[1]);
	s = socket(AF_UNIX, SOCK_STREAM, 0);
	VOLUME(fstatfs(s, &fs));
	close(s);
	I(unlink("holds/renamed"));
	I(unlink("leads"));
	I(rmdir("holds"));
}

static void locks(void)
{
	struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int a, b;

	make("a", "text");
	a = open("a", O_RDWR);
	b = open("a", O_RDONLY);
	I(flock(a, LOCK_EX));
	I(flock(b, LOCK_SH | LOCK_NB));
	I(flock(a, LOCK_SH));
	I(flock(b, LOCK_SH | LOCK_NB));
	I(flock(b, LOCK_EX | LOCK_NB));
	I(flock(a, LOCK_UN));
	I(flock(b, LOCK_EX | LOCK_NB));
	I(flock(b, 12));
	I(flock(b, LOCK_SH) | flock(a, LOCK_SH));
	I(flock(a, LOCK_EX | LOCK_NB));
	I(flock(b, LOCK_EX | LOCK_NB));
	I(flock(99, LOCK_SH));
	I(close(b));
	I(flock(a, LOCK_EX | LOCK_NB));
	b = open("a", O_RDONLY);
	I(fcntl(a, F_SETLK, &l));
	I(fcntl(b, F_SETLK, &l));
	I(fcntl(a, F_GETLK, &l));
	I(l.l_type);
	l.l_type = F_RDLCK;
	I(fcntl(b, F_SETLKW, &l));
	l.l_start = -1;
	I(fcntl(a, F_SETLK, &l));
	l.l_start = 2;
	l.l_len = -3;
	I(fcntl(a, F_SETLK, &l));
	l.l_start = l.l_len = 0;
	l.l_type = F_UNLCK;
	I(fcntl(a, F_GETLK, &l));
	I(lockf(a, F_LOCK, -5));
	l.l_type = 77;
	I(fcntl(a, F_SETLK, &l));
	I(lockf(a, F_LOCK, 10));
	I(lockf(a, F_TEST, 10));
	I(lockf64(a, F_ULOCK, 10));
	I(lockf(b, F_TLOCK, 10));
	I(lockf(99, F_TLOCK, 10));
	I(close(a) | close(b) | unlink("a"));
}

static void transfers(void)
{
	off_t at = 2, to = 1;
	int a, b, p[2];

	make("a", "0123456789");
	make("b", "abcdef");
	a = open("a", O_RDONLY);
	b = open("b", O_RDWR);
	I(sendfile(b, a, NULL, 3));
	I(lseek(a, 0, SEEK_CUR));
	I(sendfile64(b, a, &at, 100));
	I(at);
	I(sendfile(a, b, NULL, 1));
	I(sendfile(b, 99, NULL, 1));
	I(pipe(p));
	I(sendfile(p[1], a, &(off_t){0}, 4));
	I(read(p[0], text, 10));
	I(sendfile(b, p[0], NULL, 4));
	I(copy_file_range(a, &(off64_t){0}, b, &to, 4, 0));
	I(to);
	I(copy_file_range(a, NULL, b, NULL, 4, 77));
	I(copy_file_range(a, NULL, p[1], NULL, 4, 0));
	/* Within one file: over itself, beside itself, and to where it ends. */
	I(copy_file_range(b, &(off64_t){0}, b, &(off64_t){2}, 4, 0));
	I(copy_file_range(b, &(off64_t){2}, b, &(off64_t){0}, 4, 0));
	I(copy_file_range(b, &(off64_t){0}, b, &(off64_t){3}, 3, 0));
	I(copy_file_range(b, &(off64_t){1}, b, &(off64_t){1}, 1, 0));
	I(lseek(b, 0, SEEK_SET));
	I(copy_file_range(b, NULL, b, &(off64_t){1}, 2, 0));
	I(lseek(b, 0, SEEK_CUR));
	I(copy_file_range(b, NULL, b, NULL, 2, 0));
	I(copy_file_range(b, NULL, b, &(off64_t){6}, 2, 0));
	I(lseek(b, 0, SEEK_CUR));
	say_content("b");
	I(close(a) | close(b) | close(p[0]) | close(p[1]));
	I(unlink("a") | unlink("b"));
}

static int no_dot(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static int none(const struct dirent *e)
{
	return 0 * e->d_name[0];
}

static int visit(const char *name, const struct stat *st, int what)
{
	S(name);
	I(what);
	I(what == FTW_D ? 0 : (int)st->st_size);
	return strcmp(name, "w/stop") == 0 ? 9 : 0;
}

static int visit_new(
	const char *name, const struct stat *st, int what, struct FTW *at)
{
	S(name);
	I(what);
	I(what == FTW_D || what == FTW_DP ? 0 : (int)st->st_size);
	I(at->base);
	I(at->level);
	return 0;
}

static void say_orders(const struct dirent **a, const struct dirent **b)
{
	const struct dirent64 **c = (const struct dirent64 **)(void *)a;
	const struct dirent64 **d = (const struct dirent64 **)(void *)b;

	I(alphasort(a, b) < 0);
	I(alphasort64(c, d) < 0);
	I(versionsort(a, b) < 0);
	I(versionsort64(c, d) < 0);
}

static void say_list(struct dirent **list, int n)
{
	I(n);
	for (int i = 0; i < n; i++) {
		S(list[i]->d_name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

static void lists(void)
{
	struct dirent **list = NULL;
	int folder, n;

	I(mkdir("w", 0755));
	I((folder = open("w", O_RDONLY | O_DIRECTORY)) > 2);
	n = scandir("w", &list, no_dot, alphasort);
	say_list(list, n);
	I(close(creat("w/f10", 0644)));
	I(close(creat("w/f9", 0644)));
	I(symlink("nowhere", "w/link"));
	n = scandir("w", &list, NULL, alphasort);
	say_orders((const struct dirent **)list + 2,
		(const struct dirent **)list + 3);
	say_list(list, n);
	n = scandir64(
		"w", (struct dirent64 ***)(void *)&list, NULL, versionsort64);
	say_list(list, n);
	n = scandirat(folder, ".", &list, no_dot, versionsort);
	say_list(list, n);
	n = scandirat64(folder, ".", (struct dirent64 ***)(void *)&list, NULL,
		alphasort64);
	say_list(list, n);
	n = scandir("w", &list, none, NULL);
	say_list(list, n);
	I(scandir("w/f9", &list, NULL, NULL));
	I(scandir("w/none", &list, NULL, NULL));
	I(close(folder));
	I(unlink("w/f10"));
	I(unlink("w/f9"));
	I(ftw("w", visit, 5));
	I(nftw("w", visit_new, 5, 0));
	I(nftw("w/", visit_new, 5, FTW_PHYS));
	I(unlink("w/link"));
	I(mkdir("w/d", 0755));
	I(symlink("..", "w/d/up"));
	I(ftw64("w", (__ftw64_func_t)(void *)visit, 5));
	I(nftw64("w", (__nftw64_func_t)(void *)visit_new, 5, FTW_PHYS));
	I(nftw("w", visit_new, 5, FTW_DEPTH | FTW_MOUNT));
	I(nftw("w/none", visit_new, 5, 0));
	I(nftw("", visit_new, 5, 0));
	I(nftw("w", visit_new, 5, 1 << 20));
	I(unlink("w/d/up") | rmdir("w/d"));
	I(close(creat("w/stop", 0644)));
	I(ftw("w", visit, 5));
	I(ftw("w/stop", visit, 5));
	I(unlink("w/stop") | rmdir("w"));
}

static void temporary(void)
{
	char name[] = "tXXXXXX", with[] = "tXXXXXX.c", bad[16] = "tXXXX";
	char folder[] = "dXXXXXX", given[L_tmpnam], *new;
	int fd;

	I((fd = mkstemp(name)) > 2);
	I(strlen(name));
	I(access(name, R_OK | W_OK));
	I(unlink(name) | close(fd));
	I((fd = mkstemps(with, 2)) > 2);
	S(with + 7);
	I(unlink(with) | close(fd));
	I(mkstemp(bad));
	I(mktemp(bad) == bad);
	I(bad[0]);
	strcpy(bad, "no XXXXXX");
	I(mktemp(bad) == bad);
	I(strcmp(bad, "no XXXXXX") != 0);
	I(access(bad, F_OK));
	P(tmpnam(given));
	I(strlen(given));
	P(tmpnam_r(given));
	P(tmpnam_r(NULL));
	P(tmpnam(NULL));
	P(new = tempnam(".", "begins"));
	I(strncmp(new, "./begin", 7));
	free(new);
	P(new = tempnam("nowhere", NULL));
	I(strncmp(new, "/tmp/file", 9));
	free(new);
	strcpy(bad, "tXXXX");
	I(mkstemps(with, 2));
	strcpy(name, "tXXXXXX");
	I((fd = mkostemp(name, O_APPEND)) > 2);
	I(fcntl(fd, F_GETFL));
	I(unlink(name) | close(fd));
	strcpy(name, "tXXXXXX");
	I((fd = mkstemp64(name)) > 2);
	I(unlink(name) | close(fd));
	strcpy(name, "tXXXXXX");
	I((fd = mkostemp64(name, 0)) > 2);
	I(unlink(name) | close(fd));
	strcpy(with, "tXXXXXX.c");
	I((fd = mkostemps(with, 2, 0)) > 2);
	I(unlink(with) | close(fd));
	strcpy(with, "tXXXXXX.c");
	I((fd = mkstemps64(with, 2)) > 2);
	I(unlink(with) | close(fd));
	strcpy(with, "tXXXXXX.c");
	I((fd = mkostemps64(with, 2, 0)) > 2);
	I(unlink(with) | close(fd));
	P(mkdtemp(folder));
	I(rmdir(folder));
	P(mkdtemp(bad));
}

static void streams(void)
{
	char *line = NULL, word[32], buffer[64];
	size_t room = 0;
	fpos_t place;
	fpos64_t place64;
	FILE *f, *other;
	int a, b, fd;

	P(fopen("missing", "r"));
	P(fopen("missing", "q"));
	P(fopen("missing", ""));
	P(f = fopen("a", "w"));
	I(fprintf(f, "%d and %s\n", 12, "twelve"));
	I(fputs("a line\n", f));
	I(fputc('x', f));
	I(putc('y', f));
	I(fwrite("1234", 2, 2, f));
	I(fwrite("1234", 0, 2, f));
	I(ftell(f));
	I(stat("a", &st));
	I(st.st_size);
	I(fflush(f));
	I(stat("a", &st));
	I(st.st_size);
	I(fgetc(f));
	I(ferror(f));
	V(clearerr(f));
	I(ferror(f));
	I(fseek(f, 2, SEEK_SET));
	I(fputs("AND", f));
	I(fseeko(f, 0, SEEK_END));
	I(ftello(f));
	I(ftello64(f));
	I(fclose(f));
	say_content("a");
	P(f = fopen64("a", "r+"));
	P(fgets(text, 5, f));
	S(text);
	P(fgets(text, sizeof text, f));
	S(text);
	I(fgetpos(f, &place));
	I(getline(&line, &room, f));
	S(line);
	I(fsetpos(f, &place));
	I(getdelim(&line, &room, ' ', f));
	S(line);
	I(fgetpos64(f, &place64));
	I(fgetc(f));
	I(ungetc('Q', f));
	I(getc(f));
	I(fsetpos64(f, &place64));
	I(fread(text, 1, 3, f));
	B(text, 3);
	I(fread(text, 1, 100, f));
	I(fread(text, 1, 100, f));
	I(feof(f));
	I(fgetc(f));
	V(rewind(f));
	I(feof(f));
	I(fscanf(f, "%d %31s", &a, word));
	I(a);
	S(word);
	I(fscanf(f, "%d", &b));
	I(fseek(f, -3, SEEK_END));
	I(fseeko64(f, 100, SEEK_SET));
	I(fgetc(f));
	I(fseek(f, -3, SEEK_SET));
	I(fseek(f, 0, 77));
	I(fileno(f) > 2);
	I(fclose(f));
	P(f = fopen("a", "a"));
	I(ftell(f));
	I(fclose(f));
	P(f = fopen("a", "a+"));
	I(ftell(f));
	P(fgets(text, sizeof text, f));
	S(text);
	I(fputs("appended\n", f));
	I(ftell(f));
	I(fclose(f));
	say_stat("a");
	P(fopen("a", "wx"));
	P(f = fopen("b", "wxe"));
	I(fcntl(fileno(f), F_GETFD));
	I(fclose(f));
	P(f = fopen("a", "r"));
	I(fputs("x", f));
	I(ferror(f));
	I(fprintf(f, "%d", 1));
	I(fwrite("x", 1, 1, f));
	I(fclose(f));
	P(f = fopen("a", "r"));
	I(fputc('x', f));
	I(getline(&line, &room, f));
	I(fclose(f));
	P(f = fopen(".", "r"));
	I(fgetc(f));
	I(ferror(f));
	I(fclose(f));
	P(fopen(".", "w"));
	fd = open("a", O_RDONLY);
	P(fdopen(fd, "w"));
	P(fdopen(fd, "q"));
	P(fdopen(99, "r"));
	P(f = fdopen(fd, "r"));
	I(fileno(f) == fd);
	I(fgetc(f));
	I(lseek(fd, 0, SEEK_CUR));
	I(fclose(f));
	I(close(fd));
	P(f = fopen("b", "w+"));
	I(setvbuf(f, buffer, _IOFBF, 8));
	I(fputs("0123456", f));
	I(stat("b", &st));
	I(st.st_size);
	I(fputs("789", f));
	I(stat("b", &st));
	I(st.st_size);
	I(fflush(NULL));
	I(stat("b", &st));
	I(st.st_size);
	V(setlinebuf(f));
	I(fputs("a\nb", f));
	I(stat("b", &st));
	I(st.st_size);
	I(setvbuf(f, NULL, _IONBF, 0));
	I(fputc('c', f));
	I(stat("b", &st));
	I(st.st_size);
	P(other = fopen("b", "r"));
	I(fread_unlocked(text, 1, sizeof text, other));
	I(fputs_unlocked("more", f));
	I(fwrite_unlocked("more", 1, 4, f));
	V(clearerr_unlocked(other));
	I(fgetc_unlocked(other));
	I(getc_unlocked(other));
	I(feof_unlocked(other) | ferror_unlocked(other));
	P(fgets_unlocked(text, 4, other));
	S(text);
	I(fflush_unlocked(other));
	I(fclose(other));
	V(setbuf(f, NULL));
	V(setbuffer(f, buffer, 16));
	I(putc_unlocked('z', f));
	I(fputc_unlocked('z', f));
	I(fileno_unlocked(f) > 2);
	I(fclose(f));
	P(f = tmpfile());
	I(fputs("temporary", f));
	V(rewind(f));
	P(fgets(text, sizeof text, f));
	S(text);
	I(fstat(fileno(f), &st));
	I(st.st_nlink);
	I(fclose(f));
	P(f = tmpfile64());
	I(fclose(f));
	free(line);
	I(unlink("a") | unlink("b"));
}

int main(void)
{
	umask(022);
	if (mkdir("made", 0755) || chdir("made"))
		return 1;
	opening();
	folders();
	streams_of_folders();
	names();
	properties();
	pipes();
	volumes();
	locks();
	transfers();
	lists();
	temporary();
	streams();
	if (chdir("..") || rmdir("made"))
		return 1;
	return said_all();
}
