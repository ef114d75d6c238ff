/* SPDX-License-Identifier: MIT */
/* arrived_test.c - what arrives of what is printed
 *
 * The same random actions are done to a stream of glibc's that leads to a pipe,
 * and what can be read there is compared.
 */
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/rng.h"
#include "channel/arrived.h"

enum {
	RUNS = 2000,
	ACTIONS = 12,
	LONGEST = 5000
};

static struct channel *channel;
static char mine[OUTPUT_MAX], real[OUTPUT_MAX];

static void piece(enum output_way way, size_t n, size_t buffer)
{
	struct channel *c = channel;

	c->chunk[c->chunks++] =
		(struct output_chunk){.offset = c->output_length,
			.length = (uint32_t)n,
			.buffer = (uint32_t)buffer,
			.fd = 1,
			.way = (uint8_t)way};
	c->output_length += (uint32_t)n;
}

/* Bytes that tell where they were, with a line end here and there. */
static const char *text(struct rng *r, size_t n)
{
	char *at = channel->output + channel->output_length;

	for (size_t i = 0; i < n; i++)
		at[i] = rng_below(r, 40) == 0 ? '\n'
					      : (char)('!' + rng_below(r, 90));
	return at;
}

static void print(struct rng *r, FILE *f)
{
	size_t n = rng_below(r, 3) ? rng_below(r, 60) + 1
				   : rng_below(r, LONGEST) + 1;
	const char *what = text(r, n);

	assert_int_equal(fwrite(what, 1, n, f), n);
	piece(OUTPUT_BUFFERED, n, 0);
}

static void set(struct rng *r, FILE *f, char *buffer)
{
	size_t size = rng_below(r, 2) ? rng_below(r, 300) + 2 : 4096;

	switch (rng_below(r, 5)) {
	case 0:
		setvbuf(f, buffer, _IOFBF, size);
		piece(OUTPUT_FULL, 0, size);
		break;
	case 1:
		setvbuf(f, buffer, _IOLBF, size);
		piece(OUTPUT_LINE, 0, size);
		break;
	case 2:
		setvbuf(f, NULL, _IOFBF, 0);
		piece(OUTPUT_FULL, 0, 0);
		break;
	case 3:
		setvbuf(f, NULL, _IOLBF, 0);
		piece(OUTPUT_LINE, 0, 0);
		break;
	default:
		setvbuf(f, NULL, _IONBF, 0);
		piece(OUTPUT_NONE, 0, 1);
	}
}

static void act(struct rng *r, FILE *f, char *buffer)
{
	switch (rng_below(r, 8)) {
	case 0:
		assert_int_equal(write(fileno(f), text(r, 2), 2), 2);
		piece(OUTPUT_DIRECT, 2, 0);
		break;
	case 1:
		fflush(f);
		piece(OUTPUT_FLUSHED, 0, 0);
		break;
	case 2:
		set(r, f, buffer);
		break;
	default:
		print(r, f);
	}
}

static void same(int fd, bool exited, size_t before)
{
	size_t n = channel_arrived(channel, channel->chunks, exited, mine);
	ssize_t more = n > before ? read(fd, real + before, n - before) : 0;

	assert_int_equal(more, n - before);
	assert_memory_equal(mine, real, n);
}

static void as_glibc_does_it(void **state)
{
	(void)state;
	for (uint64_t run = 0; run < RUNS; run++) {
		static char buffer[4096];
		struct rng r;
		int fd[2];
		FILE *f;

		rng_seed(&r, 1, run);
		channel->chunks = channel->output_length = 0;
		assert_int_equal(pipe(fd), 0);
		fcntl(fd[1], F_SETPIPE_SZ, 1 << 20);
		f = fdopen(fd[1], "w");
		for (unsigned n = rng_below(&r, ACTIONS); n--;)
			act(&r, f, buffer);
		same(fd[0], false, 0);
		/* What was left; and nothing else. */
		{
			size_t before = channel_arrived(
				channel, channel->chunks, false, mine);
			char none;

			fclose(f);
			same(fd[0], true, before);
			assert_int_equal(read(fd[0], &none, 1), 0);
		}
		close(fd[0]);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_glibc_does_it)};

	channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
