/* SPDX-License-Identifier: MIT */
/* own_stat: /proc/self/stat, and stat in the folder of getpid's number, is of
 * this process, and the same in each execution and in each part of one
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * last_round: 2
 * scope: machine_stands
 * native: prints 52,1,1
 * states: 52,1,1
 *
 * A replay in a process of its own finds what the search found.
 *
 * check: --exhaustive
 * args: fails
 * verdict: bug assertion
 * replays: 1
 */
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static atomic_int x;
static char first[1000];

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return unused;
}

static size_t read_all(const char *path, char *out, size_t n)
{
	int f = open(path, O_RDONLY);
	ssize_t got;
	size_t length = 0;

	assert(f >= 0);
	/* in small pieces */
	while ((got = read(f, out + length, length + 7 < n ? 7 : 0)) > 0)
		length += (size_t)got;
	assert(got == 0 && close(f) == 0);
	out[length] = '\0';
	return length;
}

static int fields(const char *text)
{
	int n = 1;

	assert(text[strlen(text) - 1] == '\n');
	for (; *text; text++)
		n += *text == ' ';
	return n;
}

/* Its beginning, by what the process knows. */
static int is_own(const char *text)
{
	char begin[100];

	snprintf(begin, sizeof begin, "%d (%.15s) R %d ", (int)getpid(),
		program_invocation_short_name, (int)getppid());
	return strncmp(text, begin, strlen(begin)) == 0;
}

int main(int argc, char **argv)
{
	pthread_t t = start(adds, NULL);
	char name[40], again[sizeof first];
	struct stat st;
	int same;

	read_all("/proc/self/stat", first, sizeof first);
	same = atomic_load(&x);
	snprintf(name, sizeof name, "/proc/%d/stat", (int)getpid());
	assert(stat(name, &st) == 0 && S_ISREG(st.st_mode) && !st.st_size);
	assert(access(name, R_OK) == 0);
	assert(open(name, O_RDONLY | O_DIRECTORY) < 0 && errno == ENOTDIR);
	read_all(name, again, sizeof again);
	finish(t);
	printf("%d,%d,%d\n", fields(first), is_own(first), is_own(again));
	/* fails in one of the two */
	assert(argc < 2 || same == 1 || strcmp(first, again) != 0);
	return 0;
}
