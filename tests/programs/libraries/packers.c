/* SPDX-License-Identifier: MIT */
/* packers: bzip2, lz4 and zstd pack what two threads have written, and unpack
 * it; each thread its own, so that there is nothing to try
 *
 * needs: /usr/include/bzlib.h /lib/x86_64-linux-gnu/liblz4.so.1
 *
 * check: --exhaustive
 * flags: -lbz2 -l:liblz4.so.1 -l:libzstd.so.1
 * verdict: verified
 * executions: 1
 * races: none
 */
#include "test.h"

#include <bzlib.h>

/* Their headers are in other packages than the libraries. */
int LZ4_compressBound(int n);
int LZ4_compress_default(const char *from, char *to, int n, int room);
int LZ4_decompress_safe(const char *from, char *to, int n, int room);
struct place {
	void *at;
	size_t n, done;
};
size_t ZSTD_compress(
	void *to, size_t room, const void *from, size_t n, int level);
size_t ZSTD_decompress(void *to, size_t room, const void *from, size_t n);
unsigned ZSTD_isError(size_t n);
void *ZSTD_createCCtx(void);
size_t ZSTD_CCtx_setParameter(void *context, int which, int value);
size_t ZSTD_compressStream2(
	void *context, struct place *to, struct place *from, int how);
size_t ZSTD_freeCCtx(void *context);
void *ZSTD_createDCtx(void);
size_t ZSTD_decompressStream(
	void *context, struct place *to, struct place *from);
size_t ZSTD_freeDCtx(void *context);

enum {
	BYTES = 2000,
	ROOM = 4000,
	ZSTD_LEVEL = 100, /* ZSTD_c_compressionLevel */
	ZSTD_END = 2	  /* ZSTD_e_end */
};

struct text {
	char plain[BYTES], packed[ROOM], again[BYTES];
};

static void by_bzip2(struct text *t)
{
	bz_stream s = {.next_in = t->plain,
		.avail_in = BYTES,
		.next_out = t->packed,
		.avail_out = ROOM};
	unsigned n = BYTES;

	assert(BZ2_bzCompressInit(&s, 1, 0, 0) == BZ_OK);
	assert(BZ2_bzCompress(&s, BZ_FINISH) == BZ_STREAM_END);
	assert(BZ2_bzCompressEnd(&s) == BZ_OK);
	assert(BZ2_bzBuffToBuffDecompress(t->again, &n, t->packed,
		       s.total_out_lo32, 0, 0) == BZ_OK);
	assert(n == BYTES);
}

static void by_lz4(struct text *t)
{
	int n = LZ4_compress_default(t->plain, t->packed, BYTES, ROOM);

	assert(LZ4_compressBound(BYTES) < ROOM && n > 0 && n < BYTES / 2);
	assert(LZ4_decompress_safe(t->packed, t->again, n, BYTES) == BYTES);
}

static void by_zstd(struct text *t)
{
	struct place from = {t->plain, BYTES, 0}, to = {t->packed, ROOM, 0};
	struct place packed, again = {t->again, BYTES, 0};
	void *context = ZSTD_createCCtx();
	size_t n;

	assert(!ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_LEVEL, 1)));
	assert(ZSTD_compressStream2(context, &to, &from, ZSTD_END) == 0);
	assert(from.done == BYTES && to.done < BYTES / 2);
	ZSTD_freeCCtx(context);
	packed = (struct place){t->packed, to.done, 0};
	context = ZSTD_createDCtx();
	assert(ZSTD_decompressStream(context, &again, &packed) == 0);
	assert(again.done == BYTES && packed.done == packed.n);
	ZSTD_freeDCtx(context);
	n = ZSTD_compress(t->packed, ROOM, t->plain, BYTES, 1);
	assert(ZSTD_decompress(t->again, BYTES, t->packed, n) == BYTES);
}

static void *work(void *how)
{
	void (*const by[])(struct text *) = {by_bzip2, by_lz4, by_zstd};
	struct text *t = malloc(sizeof *t);

	for (int i = 0; i < BYTES; i++)
		t->plain[i] = (char)(i / 100 + *(char *)how);
	for (int i = 0; i < 3; i++) {
		memset(t->again, 0, BYTES);
		by[i](t);
		assert(memcmp(t->plain, t->again, BYTES) == 0);
	}
	free(t);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, (void *)"a");

	work((void *)"b");
	finish(t);
	return 0;
}
