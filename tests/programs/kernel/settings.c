/* SPDX-License-Identifier: MIT */
/* settings: what /proc/sys and /sys say of the machine is read without a
 * process for each execution, and is a file of no size, or of a page
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * states: 0,1,4096
 */
#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>

static atomic_int x;

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(adds, NULL);
	int fd = open("/proc/sys/vm/overcommit_memory", O_RDONLY);
	int cpus = open("/sys/devices/system/cpu/possible", O_RDONLY);
	struct stat st, page;
	char text[8];
	ssize_t n = read(fd, text, sizeof text);

	assert(fd >= 0 && cpus >= 0);
	assert(n == 2 && text[1] == '\n');
	assert(read(cpus, text, 1) == 1 && text[0] == '0');
	assert(fstat(fd, &st) == 0 && fstat(cpus, &page) == 0);
	atomic_fetch_add(&x, 1);
	finish(t);
	printf("%d,%d,%d\n", (int)st.st_size, S_ISREG(st.st_mode),
		(int)page.st_size);
	return 0;
}
