/* SPDX-License-Identifier: MIT */
/* map_shared: a file that two threads map, and use by its descriptor as well
 *
 * T1 stores a byte into its mapping, T2 writes the same one through the
 * descriptor and reads what its own mapping has then: w if nothing came
 * between, or a; the file has what came last.  Each maps the file for itself.
 *
 * verdict: verified
 *
 * check: --exhaustive
 * args: store
 * states: aa wa ww
 * races: some
 *
 * check: --exhaustive --reduce none
 * args: store
 * states: aa wa ww
 *
 * One stores, the other one reads by the descriptor (-: a zero)
 *
 * check: --exhaustive
 * args: read
 * states: - a
 *
 * or writes
 *
 * check: --exhaustive
 * args: write
 * states: a w
 *
 * Memory with a name, by two threads
 *
 * check: --exhaustive
 * args: memory
 * states: - m
 *
 * A lock orders them: what one stores the other one reads by pread
 *
 * check: --exhaustive
 * args: locked
 * states: 1,2
 * races: none
 *
 * A counter in the file, without a lock
 *
 * check: --exhaustive
 * args: counter
 * states: 1 2
 *
 * What ftruncate takes away and gives back is zero; what is written behind the
 * end can be used from then on; a later mapping has what an earlier one left
 *
 * check: --exhaustive
 * args: size
 * states: one,0,six,0
 *
 * Behind the end of the file
 *
 * check: --exhaustive
 * args: beyond
 * verdict: bug crash
 * native: exits -7
 *
 * which may have become shorter
 *
 * check: --exhaustive
 * args: shrunk
 * verdict: bug crash
 * native: exits -7
 *
 * Once it is unmapped
 *
 * check: --exhaustive
 * args: after
 * verdict: bug crash
 * native: exits -11
 *
 * A store through a mapping of a file that is open to be read alone
 *
 * check: --exhaustive
 * args: protected
 * states: 13,13
 */
#include "test.h"

#include <fcntl.h>
#include <sys/mman.h>

enum {
	LENGTH = 8192
};

static int fd;
static char out[8];
static atomic_int turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static char *map(size_t n, int protection)
{
	char *p = mmap(NULL, n, protection, MAP_SHARED, fd, 0);

	assert(p != MAP_FAILED);
	return p;
}

static void *stores(void *unused)
{
	char *p = map(LENGTH, PROT_READ | PROT_WRITE);

	p[5000] = 'a';
	assert(munmap(p, LENGTH) == 0);
	return NULL;
}

static void *writes(void *unused)
{
	char *p = map(LENGTH, PROT_READ);

	assert(pwrite(fd, "w", 1, 5000) == 1);
	out[0] = p[5000];
	assert(munmap(p, LENGTH) == 0);
	return NULL;
}

static void *counts(void *how)
{
	volatile int *n = (void *)(map(LENGTH, PROT_READ | PROT_WRITE) + 4096);
	int seen;

	if (*(char *)how == 'l')
		pthread_mutex_lock(&lock);
	if (*(char *)how == 'l') {
		assert(pread(fd, &seen, sizeof seen, 4096) == sizeof seen);
		atomic_store(&turn, seen);
	} else {
		seen = *n;
	}
	*n = seen + 1;
	if (*(char *)how == 'l')
		pthread_mutex_unlock(&lock);
	assert(munmap((void *)(uintptr_t)(n - 1024), LENGTH) == 0);
	return NULL;
}

static char shared[40];

static void *by_name(void *unused)
{
	int mine = shm_open(shared, O_RDWR, 0);
	char *p =
		mmap(NULL, LENGTH, PROT_READ | PROT_WRITE, MAP_SHARED, mine, 0);

	assert(p != MAP_FAILED);
	p[5000] = 'm';
	return NULL;
}

static void *only_writes(void *unused)
{
	assert(pwrite(fd, "w", 1, 5000) == 1);
	return NULL;
}

static void *reads(void *unused)
{
	assert(pread(fd, out, 1, 5000) == 1);
	return NULL;
}

static void sizes(void)
{
	char *p = map(4 * LENGTH, PROT_READ | PROT_WRITE), *q;

	memcpy(p + 4100, "one", 4);
	printf("%s,", p + 4100);
	assert(ftruncate(fd, 4100) == 0 && ftruncate(fd, LENGTH) == 0);
	printf("%d,", p[4100]);
	assert(pwrite(fd, "six", 4, 2 * LENGTH) == 4);
	printf("%s,", p + 2 * LENGTH);
	p[2 * LENGTH + 4] = 'l';
	assert(msync(p, 4 * LENGTH, MS_SYNC) == 0);
	assert(munmap(p, 4 * LENGTH) == 0);
	assert(lseek(fd, 0, SEEK_END) == 2 * LENGTH + 4);
	q = map(2 * LENGTH + 4, PROT_READ);
	assert(strcmp(q + 2 * LENGTH, "six") == 0);
	assert(ftruncate(fd, 2 * LENGTH + 8) == 0);
	printf("%d\n", q[2 * LENGTH + 4] == 'l' ? 0 : q[2 * LENGTH + 4]);
}

static void *nothing(void *unused)
{
	atomic_fetch_add(&turn, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *what = argv[1];
	pthread_t t, u;
	char *p;

	(void)argc;
	if (strcmp(what, "memory") == 0) {
		/* Other runs have one, too. */
		snprintf(shared, sizeof shared, "/scarp-shared-%d", getpid());
		fd = shm_open(shared, O_RDWR | O_CREAT, 0600);
	} else {
		fd = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
	}
	assert(fd >= 0 && ftruncate(fd, LENGTH) == 0);
	if (strcmp(what, "memory") == 0) {
		t = start(by_name, NULL);
		p = map(LENGTH, PROT_READ);
		printf("%c\n", p[5000] ? p[5000] : '-');
		finish(t);
		assert(p[5000] == 'm');
		assert(shm_unlink(shared) == 0);
		assert(shm_open(shared, O_RDWR, 0) == -1);
	} else if (strcmp(what, "write") == 0) {
		p = map(LENGTH, PROT_READ | PROT_WRITE);
		t = start(only_writes, NULL);
		p[5000] = 'a';
		finish(t);
		printf("%c\n", p[5000]);
	} else if (strcmp(what, "read") == 0) {
		p = map(LENGTH, PROT_READ | PROT_WRITE);
		t = start(reads, NULL);
		p[5000] = 'a';
		finish(t);
		printf("%c\n", out[0] ? out[0] : '-');
	} else if (strcmp(what, "store") == 0) {
		t = start(stores, NULL);
		u = start(writes, NULL);
		finish(t);
		finish(u);
		assert(pread(fd, out + 1, 1, 5000) == 1);
		printf("%s\n", out);
	} else if (strcmp(what, "locked") == 0 ||
		   strcmp(what, "counter") == 0) {
		int n;

		t = start(counts, (void *)what);
		u = start(counts, (void *)what);
		finish(t);
		finish(u);
		assert(pread(fd, &n, sizeof n, 4096) == sizeof n);
		if (*what == 'l')
			printf("%d,%d\n", atomic_load(&turn), n);
		else
			printf("%d\n", n);
	} else {
		t = start(nothing, NULL);
		u = start(nothing, NULL);
		if (strcmp(what, "size") == 0) {
			sizes();
		} else if (strcmp(what, "beyond") == 0) {
			p = map(2 * LENGTH, PROT_READ);
			printf("%d\n", p[LENGTH]);
		} else if (strcmp(what, "shrunk") == 0) {
			p = map(LENGTH, PROT_READ);
			assert(ftruncate(fd, 100) == 0);
			printf("%d\n", p[5000]);
		} else if (strcmp(what, "after") == 0) {
			p = map(LENGTH, PROT_READ);
			assert(munmap(p, LENGTH) == 0);
			printf("%d\n", p[0]);
		} else {
			close(fd);
			fd = open("shared", O_RDONLY);
			p = mmap(NULL, LENGTH, PROT_READ | PROT_WRITE,
				MAP_SHARED, fd, 0);
			assert(p == MAP_FAILED);
			printf("%d,", errno);
			p = map(LENGTH, PROT_READ);
			assert(mprotect(p, LENGTH, PROT_READ | PROT_WRITE) ==
				-1);
			printf("%d\n", errno);
		}
		finish(t);
		finish(u);
	}
	return 0;
}
