/* SPDX-License-Identifier: MIT */
/* machine_names: what /proc and /sys say of the machine is asked for by name,
 * and its folders are listed, without fork mode
 *
 * One thread looks while another adds: nobody sees the other.
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * last_round: 1
 *
 * What they say of processes is the kernel's.
 *
 * check: --exhaustive
 * args: task
 * modes: checkpoint
 * fallback: fork
 * verdict: partial
 * holes: file_writes unknown_calls unseen_calls
 */
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>

static atomic_int counter;

static unsigned processors(void)
{
	DIR *d = opendir("/sys/devices/system/cpu");
	unsigned n = 0;
	struct dirent *e;

	assert(d);
	while ((e = readdir(d)))
		n += strncmp(e->d_name, "cpu", 3) == 0 && e->d_name[3] >= '0' &&
		     e->d_name[3] <= '9';
	assert(closedir(d) == 0);
	return n;
}

static void *look(void *other)
{
	struct stat one, two;
	char byte;
	int d, f;

	if (other) {
		assert(access("/proc/self/task", F_OK) == 0);
		return NULL;
	}
	assert(stat("/proc/cpuinfo", &one) == 0 && S_ISREG(one.st_mode));
	assert(lstat("/proc/cpuinfo", &two) == 0);
	assert(one.st_ino == two.st_ino);
	assert(access("/proc/sys/kernel/pid_max", R_OK) == 0);
	assert(access("/proc/sys/kernel/no_such", F_OK) < 0 && errno == ENOENT);
	assert(fstatat(AT_FDCWD, "/sys/devices/system", &one, 0) == 0 &&
		S_ISDIR(one.st_mode));
	assert(readlink("/proc/version", &byte, 1) < 0 && errno == EINVAL);
	assert(processors() > 0);
	d = open("/sys/devices/system/cpu", O_RDONLY | O_DIRECTORY);
	f = openat(d, "online", O_RDONLY);
	assert(d >= 0 && f >= 0 && read(f, &byte, 1) == 1 && byte == '0');
	assert(open("/proc/version", O_RDONLY | O_DIRECTORY) < 0);
	assert(errno == ENOTDIR);
	assert(open("/proc/sys/kernel/no_such", O_RDONLY) < 0);
	assert(errno == ENOENT);
	assert(close(f) == 0 && close(d) == 0);
	return NULL;
}

static void *add(void *unused)
{
	counter++;
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t = start(add, NULL);

	look(argc > 1 ? argv[1] : NULL);
	finish(t);
	assert(counter == 1);
	return 0;
}
