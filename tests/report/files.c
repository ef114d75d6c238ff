/* SPDX-License-Identifier: MIT */
/* files.c - makes, changes and removes files, and fails with T2 before T1 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int out;

static void *writes(void *text)
{
	assert(write(out, text, 3) == 3);
	return NULL;
}

int main(void)
{
	pthread_t one, two;
	char text[7] = "", *page;
	int fd;

	assert(mkdir("made", 0700) == 0);
	out = open("made/log", O_RDWR | O_CREAT | O_APPEND, 0600);
	assert(symlink("log", "made/link") == 0);
	fd = open("present", O_WRONLY | O_TRUNC);
	assert(write(fd, "changed", 7) == 7);
	assert(unlink("gone") == 0);
	fd = open("mapped", O_RDWR | O_CREAT, 0600);
	assert(ftruncate(fd, 4) == 0);
	page = mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	memcpy(page, "map", 3);
	assert(mprotect(page, 4096, PROT_NONE) == 0);
	pthread_create(&one, NULL, writes, "one");
	pthread_create(&two, NULL, writes, "two");
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(pread(out, text, 6, 0) == 6);
	assert(strcmp(text, "onetwo") == 0);
	return 0;
}
