/* SPDX-License-Identifier: MIT */
/* A state file that anybody may have edited: its lines, and the account in it.
 * Nobody guesses a checksum, so the line `end` is put right, unless the input
 * begins with '!'. */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "build_id.h"
#include "channel/account.h"
#include "file.h"
#include "replay/state_file.h"
#include "replay/writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* "BUILD" stands for what the seeds cannot know. */
static const char *sealed(const uint8_t *data, size_t size)
{
	static const char word[] = "BUILD";
	char *text = malloc(size + sizeof SCARP_BUILD + 32), *build;
	const char *path;

	memcpy(text, data, size);
	text[size] = 0;
	build = memmem(text, size, word, sizeof word - 1);
	if (build) {
		size_t rest = size - (size_t)(build - text) - (sizeof word - 1);

		memmove(build + sizeof SCARP_BUILD - 1, build + sizeof word - 1,
			rest);
		memcpy(build, SCARP_BUILD, sizeof SCARP_BUILD - 1);
		size += sizeof SCARP_BUILD - sizeof word;
	}
	size += (size_t)sprintf(text + size, "end %016" PRIx64 "\n",
		checksum(CHECKSUM_START, text, size));
	path = fuzz_file(text, size);
	free(text);
	return path;
}

static void piece(void *at, const void *bytes, size_t n)
{
	char **to = at;

	memcpy(*to, bytes, n);
	*to += n;
}

/* Bytes into a channel; if they are believed, the same come out again. */
static void account(struct channel *c, const void *bytes, uint64_t length)
{
	struct err err = {OK, ""};
	char *out, *at;

	c->magic = CHANNEL_MAGIC;
	c->version = CHANNEL_VERSION;
	c->bytes = sizeof *c;
	if (account_read(c, bytes, length, &err)) {
		if (!err.text[0] || strchr(err.text, '\n'))
			abort();
	} else {
		if (account_bytes(c) != length)
			abort();
		at = out = malloc(length);
		account_write(c, piece, &at);
		if (at != out + length || memcmp(out, bytes, length) != 0)
			abort();
		free(out);
	}
	fuzz_clear(c, sizeof *c);
}

/* A sound account with stray writes: three bytes each, where and what. */
static void stray(struct channel *c, const uint8_t *data, size_t size)
{
	uint64_t length;
	char *bytes, *at;

	c->points = c->points_now = 3;
	c->races = 2;
	c->modules = 1;
	c->thread_names = 3;
	c->saved = 1;
	c->saved_length = 64;
	length = account_bytes(c);
	at = bytes = malloc(length);
	account_write(c, piece, &at);
	fuzz_clear(c, sizeof *c);
	for (; size >= 3; data += 3, size -= 3)
		bytes[(data[0] | data[1] << 8) % length] = (char)data[2];
	account(c, bytes, length);
	free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct channel *c;
	static struct state s;
	struct err err = {OK, ""};
	const char *path;

	if (!c)
		c = fuzz_memory(sizeof *c);
	path = size && data[0] == '!' ? fuzz_file(data + 1, size - 1)
				      : sealed(data, size);
	if (state_load(&s, path, &err)) {
		if (!err.text[0] || strchr(err.text, '\n'))
			abort();
	} else {
		if (!s.program || !s.directory || !s.build_id || !s.argument)
			abort();
		for (unsigned i = 0; i < s.accounts; i++)
			account(c, s.account[i].bytes, s.account[i].length);
	}
	state_fini(&s);
	stray(c, data, size);
	return 0;
}
