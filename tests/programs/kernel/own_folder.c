/* SPDX-License-Identifier: MIT */
/* own_folder: the folder of /proc that has getpid's number is that of the
 * process
 *
 * What its links say of the program needs no kernel.
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * native: exits 0
 *
 * What is in it is the kernel's.
 *
 * check: --exhaustive
 * args: kernels
 * modes: checkpoint
 * fallback: fork
 * verdict: partial
 * holes: file_writes
 * native: exits 0
 */
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

static char path[64];

static const char *own(const char *what)
{
	snprintf(path, sizeof path, "/proc/%d%s", (int)getpid(), what);
	return path;
}

static void links(void)
{
	char self[PATH_MAX] = "", a[PATH_MAX] = "", b[PATH_MAX] = "";
	ssize_t n = readlink("/proc/self", self, sizeof self - 1);

	assert(n > 0 && atoi(self) == getpid());
	assert((size_t)n == strlen(strrchr(own(""), '/') + 1));
	assert(readlink("/proc/self", b, 1) == 1 && b[0] == self[0]);
	assert(readlink("/proc/self/exe", a, sizeof a) > 0);
	memset(b, 0, sizeof b);
	assert(readlink(own("/exe"), b, sizeof b) > 0);
	assert(strcmp(a, b) == 0);
}

/* A name that only begins like it is another one. */
static void others(void)
{
	char name[80];
	struct stat st;

	snprintf(name, sizeof name, "%s0000000/stat", own(""));
	assert(stat(name, &st) == -1 && errno == ENOENT);
	snprintf(name, sizeof name, "/proc/%dx", (int)getpid());
	assert(stat(name, &st) == -1 && errno == ENOENT);
}

static void names(void)
{
	char line[64] = "", real[PATH_MAX];
	struct stat st, self;
	int number, fd;
	FILE *f;

	assert(lstat(own(""), &st) == 0 && S_ISDIR(st.st_mode));
	assert(stat("/proc/self", &self) == 0 && self.st_ino == st.st_ino);
	assert(lstat(own("/"), &st) == 0 && S_ISDIR(st.st_mode));
	assert(stat(own("/status"), &st) == 0 && S_ISREG(st.st_mode));
	assert(access(own("/maps"), R_OK) == 0);
	assert(access(own("/none"), F_OK) == -1 && errno == ENOENT);
	assert(realpath("/proc/self", real) && strcmp(real, own("")) == 0);
	assert(realpath("/proc/self/maps", real) &&
		strcmp(real, own("/maps")) == 0);
	assert(realpath(own("/maps"), real) && strcmp(real, path) == 0);
	fd = open(own("/comm"), O_RDONLY);
	assert(fd >= 0 && read(fd, line, sizeof line) > 0);
	assert(close(fd) == 0);
	f = fopen(own("/statm"), "r");
	assert(f && fscanf(f, "%d", &number) == 1 && number > 0);
	assert(fclose(f) == 0);
	fd = open(own("//task"), O_RDONLY | O_DIRECTORY);
	assert(fd >= 0 && close(fd) == 0);
}

/* Twice the same. */
static void rows(void)
{
	DIR *d = opendir(own("/task"));
	struct dirent *e;

	assert(d);
	for (int turn = 0; turn < 2; turn++) {
		int threads = 0, others = 0;

		errno = 0;
		while ((e = readdir(d)))
			if (e->d_name[0] == '.')
				others++;
			else
				threads++;
		assert(errno == 0 && threads >= 1 && others == 2);
		rewinddir(d);
	}
	assert(closedir(d) == 0);
}

static void in_there(void)
{
	char here[PATH_MAX], line[10] = "";
	struct stat st;
	int fd;

	assert(chdir("/proc/self") == 0);
	assert(getcwd(here, sizeof here) && strcmp(here, own("")) == 0);
	assert(stat("status", &st) == 0 && S_ISREG(st.st_mode));
	fd = open("comm", O_RDONLY);
	assert(fd >= 0 && close(fd) == 0);
	fd = open("stat", O_RDONLY);
	assert(fd >= 0 && read(fd, line, 9) == 9 && close(fd) == 0);
	assert(atoi(line) == getpid());
	assert(chdir("/") == 0 && chdir(own("/task")) == 0);
	assert(getcwd(here, sizeof here) && strcmp(here, path) == 0);
}

int main(int argc, char **argv)
{
	links();
	if (argc > 1) {
		names();
		others();
		rows();
		in_there();
	}
	return 0;
}
