/* SPDX-License-Identifier: MIT */
/* A schedule file that anybody may have edited.  Nobody guesses a checksum, so
 * the line `end` is put right, unless the input begins with '!'. */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "replay/schedule_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *sealed(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 32);
	const char *path;
	int end;

	memcpy(text, data, size);
	end = snprintf(text + size, 32, "end %016" PRIx64 "\n",
		checksum(CHECKSUM_START, data, size));
	path = fuzz_file(text, size + (size_t)end);
	free(text);
	return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct channel *c;
	static struct channel_bug bug;
	struct schedule s = {0};
	struct err err = {OK, ""};
	const char *path;

	if (!c)
		c = fuzz_memory(sizeof *c);
	path = size && data[0] == '!' ? fuzz_file(data + 1, size - 1)
				      : sealed(data, size);
	if (schedule_load(&s, c, &bug, path, &err)) {
		/* Refused: with a reason, of one line. */
		if (!err.text[0] || strchr(err.text, '\n'))
			abort();
	} else {
		/* Believed: then all that a replay uses is in range. */
		c->magic = CHANNEL_MAGIC;
		c->version = CHANNEL_VERSION;
		c->bytes = sizeof *c;
		if (c->config.points > POINTS_MAX || c->modules > MODULES_MAX ||
			c->config.thread_names > THREAD_NAMES_MAX ||
			c->config.schedule_length > STEPS_MAX || !s.program ||
			!s.argv || !s.argv[0] || channel_check(c, &err))
			abort();
	}
	schedule_fini(&s);
	fuzz_clear(c, sizeof *c);
	return 0;
}
