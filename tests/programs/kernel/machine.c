/* SPDX-License-Identifier: MIT */
/* machine: what is asked of the machine's processors and memory is read once,
 * and needs no process for each execution
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * modes: checkpoint restart
 * scope: machine_stands
 * native: prints 1,1,0
 * states: 1,1,1
 *
 * In fork mode no execution knows what another has read: files are the
 * kernel's, of which nobody knows how long they are.
 *
 * check: --exhaustive
 * flags: -DMEMORY
 * verdict: partial
 * holes: file_writes
 * modes: fork
 * states: 1,1,1
 */
#include "test.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

static int begins(const char *path, const char *with)
{
	FILE *f = fopen(path, "r");
	char line[400] = "";
	long total = 0;
	int good = f && fgets(line, sizeof line, f) &&
		   strncmp(line, with, strlen(with)) == 0;

	assert(f && fclose(f) == 0);
	if (!strstr(path, "meminfo"))
		return good;
	f = fopen(path, "r");
	good &= fscanf(f, "MemTotal: %ld", &total) == 1 && total > 0;
	rewind(f);
	good &= fread(line, 1, sizeof line, f) == sizeof line;
	assert(fclose(f) == 0);
	return good;
}

/* All of it, in small pieces: the same twice, and more than a page where there
 * are many processors. */
static int same_again(const char *path)
{
	int one = open(path, O_RDONLY), two = open(path, O_RDONLY);
	char a[1000], b[1000];
	ssize_t n;

	assert(one >= 0 && two >= 0);
	do {
		n = read(one, a, sizeof a);
		if (read(two, b, sizeof b) != n || n < 0 ||
			memcmp(a, b, (size_t)n) != 0)
			return 0;
	} while (n > 0);
	close(one);
	close(two);
	return 1;
}

int main(void)
{
	pthread_t t = start(adds, NULL);
	int memory = begins("/proc/meminfo", "MemTotal:"), cpu, same = 1;

	cpu = begins("/proc/cpuinfo", "processor");
	atomic_fetch_add(&x, 1);
#ifndef MEMORY
	same = same_again("/proc/meminfo") && same_again("/proc/cpuinfo") &&
	       same_again("/proc/stat") && same_again("/proc/self/cgroup");
#endif
	finish(t);
	printf("%d,%d,%d\n", memory, cpu, same);
	return 0;
}
