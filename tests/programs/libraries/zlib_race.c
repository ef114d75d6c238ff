/* SPDX-License-Identifier: MIT */
/* zlib_race: what a call of the library reads races with who writes there, and
 * is seen before and behind that; two calls on one stream race in what the
 * library keeps; a stream whose memory is the test's own is not known, nor is
 * anything behind a call that nobody knows
 *
 * needs: /usr/include/zlib.h
 *
 * check: --exhaustive
 * flags: -lz
 * verdict: partial
 * holes: may_tear
 * states: old new
 * races: some
 * native: prints anything
 *
 * check: --exhaustive
 * args: stream
 * flags: -lz
 * time: 20
 * verdict: partial
 * holes: may_tear
 * races: some
 * native: prints anything
 *
 * check: --exhaustive
 * args: memory
 * flags: -lz
 * modes: fork
 * default: fork
 * verdict: partial
 * holes: uninstrumented unseen_calls
 * native: prints anything
 *
 * check: --exhaustive
 * args: header
 * flags: -lz
 * modes: fork
 * default: fork
 * verdict: partial
 * holes: uninstrumented unseen_calls
 * native: prints anything
 *
 * A dictionary of six bytes is read into room for more, which others use.
 *
 * check: --exhaustive
 * args: dictionary
 * flags: -lz
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: too
 * flags: -lz
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * Where freed memory is handed out again the library's own blocks are new ones.
 *
 * check: --exhaustive --heap=reuse
 * flags: -lz
 * verdict: partial
 * holes: may_tear
 * states: old new
 * races: some
 * native: prints anything
 */
#include "test.h"

#include <zlib.h>

static Bytef text[64] = "text";
static z_stream stream, other;
static gz_header header;
static Bytef room[100];

static void *change(void *unused)
{
	text[10] = 'x';
	return unused;
}

static void *put(void *byte)
{
	*(Bytef *)byte = 'x';
	return NULL;
}

static void *reset(void *unused)
{
	deflateReset(&stream);
	return unused;
}

/* Reads "abcdef" back, beside who writes to the byte at `n`. */
static void dictionary(int n)
{
	uInt length = 0;
	pthread_t t;

	assert(deflateInit(&stream, 6) == Z_OK);
	deflateSetDictionary(&stream, (const Bytef *)"abcdef", 6);
	t = start(put, &room[n]);
	deflateGetDictionary(&stream, room, &length);
	assert(length == 6);
	finish(t);
	deflateEnd(&stream);
}

static voidpf take(voidpf unused, uInt n, uInt size)
{
	(void)unused;
	return calloc(n, size);
}

static void give(voidpf unused, voidpf block)
{
	(void)unused;
	free(block);
}

int main(int argc, char **argv)
{
	char how = argc > 1 ? argv[1][0] : 'c';
	uLong before = crc32(0, text, sizeof text), now;
	pthread_t t;

	if (how == 'd' || how == 't') {
		dictionary(how == 'd' ? 6 : 5);
		return 0;
	}
	if (how == 'm') {
		stream.zalloc = take;
		stream.zfree = give;
	}
	if (how == 'h') {
		assert(inflateInit2(&other, 31) == Z_OK);
		inflateGetHeader(&other, &header);
	}
	if (how != 'c')
		assert(deflateInit(&stream, 6) == Z_OK);
	t = start(how == 's' ? reset : change, NULL);
	if (how == 's') {
		deflateReset(&stream);
	} else {
		now = crc32(0, text, sizeof text);
		if (how == 'c')
			puts(now == before ? "old" : "new");
	}
	finish(t);
	if (how == 'h')
		inflateEnd(&other);
	if (how != 'c')
		deflateEnd(&stream);
	return 0;
}
