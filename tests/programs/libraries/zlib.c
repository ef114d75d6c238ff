/* SPDX-License-Identifier: MIT */
/* zlib: three threads put their letter through one stream of the library, under
 * a lock; what comes out of it says in which order
 *
 * 3! orders.  What the library keeps of the stream lies in blocks of its own,
 * and goes back: each execution begins with an empty one.
 *
 * needs: /usr/include/zlib.h
 *
 * check: --exhaustive
 * flags: -lz
 * verdict: verified
 * states: abc acb bac bca cab cba
 * executions: 6
 * races: none
 * native: sc
 *
 * Where freed memory is handed out again: what the library allocates has new
 * memory all the same, and one letter's part, on the heap, may be another's.
 *
 * check: --exhaustive --heap=reuse
 * args: heap
 * flags: -lz
 * verdict: verified
 * default: checkpoint
 * states: abc acb bac bca cab cba
 * races: none
 * native: sc
 */
#include "test.h"

#include <zlib.h>

enum {
	PART = 500
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static z_stream out;
static Bytef packed[4096], whole[3 * PART];

static bool on_heap;

static void *put(void *letter)
{
	Bytef local[PART], *part = on_heap ? malloc(PART) : local;

	memset(part, *(char *)letter, PART);
	pthread_mutex_lock(&lock);
	out.next_in = part;
	out.avail_in = PART;
	assert(deflate(&out, Z_NO_FLUSH) == Z_OK && out.avail_in == 0);
	pthread_mutex_unlock(&lock);
	if (on_heap)
		free(part);
	return NULL;
}

static void unpack(size_t n)
{
	z_stream in = {.next_in = packed, .avail_in = (uInt)n};

	assert(inflateInit(&in) == Z_OK);
	in.next_out = whole;
	in.avail_out = sizeof whole;
	assert(inflate(&in, Z_FINISH) == Z_STREAM_END);
	assert(in.total_out == sizeof whole && inflateEnd(&in) == Z_OK);
}

int main(int argc, char **argv)
{
	pthread_t t[3];
	uLongf n = sizeof packed, m = sizeof whole;

	on_heap = argc > 1 && strcmp(argv[1], "heap") == 0;
	assert(deflateInit(&out, Z_BEST_SPEED) == Z_OK);
	out.next_out = packed;
	out.avail_out = sizeof packed;
	for (int i = 0; i < 3; i++)
		t[i] = start(put, (void *)&"abc"[i]);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	assert(deflate(&out, Z_FINISH) == Z_STREAM_END);
	unpack(out.total_out);
	assert(deflateEnd(&out) == Z_OK);
	assert(crc32(0, whole, PART) != crc32(0, whole + PART, PART));
	assert(compress2(packed, &n, whole, sizeof whole, 9) == Z_OK);
	assert(n < 100 && uncompress(whole, &m, packed, n) == Z_OK);
	printf("%c%c%c\n", whole[0], whole[PART], whole[2 * PART]);
	return 0;
}
