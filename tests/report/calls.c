/* SPDX-License-Identifier: MIT */
/* calls.c - what library functions write passes from T1 to main, which fails
 *   copies    memcpy, snprintf and read
 *   packs     compress of zlib, beside a reader
 *   length    what it says then of its length
 *   freed     main frees a block that nobody has touched, and locks in it
 *   freed_own main frees what T1 has written
 *   freed_by  main frees what zlib allocated, by inflateEnd
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static char text[16], line[16], input[16], packed[200];
static uLong room = sizeof packed;
static z_stream stream;

static void *copies(void *unused)
{
	int ends[2];

	memcpy(text, "one", 4);
	snprintf(line, sizeof line, "two %d", 2);
	if (pipe(ends) == 0 && write(ends[1], "six", 3) == 3)
		read(ends[0], input, 3);
	return unused;
}

static void *packs(void *unused)
{
	compress((Bytef *)packed, &room, (const Bytef *)"aaaaaaaaaaaa", 12);
	return unused;
}

static void *fills(void *block)
{
	free(malloc(64));
	return memset(block, 1, 64);
}

static void *locks(void *mutex)
{
	pthread_mutex_lock(mutex);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	pthread_t t;
	char *block;

	if (strcmp(what, "copies") == 0) {
		pthread_create(&t, NULL, copies, NULL);
		pthread_join(t, NULL);
		assert(text[0] == 0 || line[0] == 0 || input[0] == 0);
	} else if (strcmp(what, "packs") == 0) {
		pthread_create(&t, NULL, packs, NULL);
		assert(packed[0] == 0);
		pthread_join(t, NULL);
	} else if (strcmp(what, "length") == 0) {
		pthread_create(&t, NULL, packs, NULL);
		pthread_join(t, NULL);
		assert(room == 1);
	} else if (strcmp(what, "freed") == 0) {
		block = malloc(64);
		pthread_create(&t, NULL, locks, block);
		free(block); /* freed */
		pthread_join(t, NULL);
	} else if (strcmp(what, "freed_own") == 0) {
		block = malloc(64);
		pthread_create(&t, NULL, fills, block);
		pthread_join(t, NULL);
		free(block);
		assert(argc == 0);
	} else if (strcmp(what, "freed_by") == 0) {
		inflateInit(&stream);
		block = (char *)stream.state;
		inflateEnd(&stream);
		pthread_create(&t, NULL, locks, block);
		pthread_join(t, NULL);
	}
	return 0;
}
