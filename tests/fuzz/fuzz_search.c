/* SPDX-License-Identifier: MIT */
/* The state of a strategy, as it is saved, that anybody may have edited: behind
 * the checksum, which an edited file would have right.  The first byte says
 * whose it is. */
#include <stdint.h>
#include <stdlib.h>

#include "file.h"
#include "search/strategy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	REGION = 1 << 18
};

static void *state_in(const struct strategy *s, void *memory)
{
	struct search_config config = {.stride = 1};
	struct region region = {memory, 0, REGION};

	snprintf(config.strategy, sizeof config.strategy, "%s", s->name);
	snprintf(config.reduce, sizeof config.reduce, "%s",
		s->reduce ? s->reduce : "none");
	snprintf(config.cache, sizeof config.cache, "%s",
		s->cache ? s->cache : "none");
	return s->create(&config, &region);
}

static void *fuzz_cleared(void *memory)
{
	fuzz_clear(memory, REGION);
	return memory;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char *memory[2], saved[REGION];
	const struct strategy *s;
	void *self, *again;
	size_t length;

	for (unsigned i = 0; i < 2; i++)
		if (!memory[i])
			memory[i] = fuzz_memory(REGION);
	s = size ? strategy_at(data[0]) : NULL;
	if (!s || !s->save)
		return 0;
	self = state_in(s, memory[0]);
	if (s->load(self, data + 1, size - 1)) {
		/* Believed: then it can be saved, and go on. */
		length = s->save(self, saved, sizeof saved);
		again = state_in(s, memory[1]);
		if (length > sizeof saved || !s->load(again, saved, length))
			abort();
		again = state_in(s, fuzz_cleared(memory[1]));
		if (s->split && s->split(self, again) && s->send)
			s->send(again, saved, sizeof saved);
		/* As if its end were a message. */
		for (unsigned n = 12; n < 100 && n < size && s->receive; n++)
			s->receive(self, data + size - n, n);
		s->begin(self, 0);
		s->save(self, saved, sizeof saved);
	}
	fuzz_clear(memory[0], REGION);
	fuzz_clear(memory[1], REGION);
	return 0;
}
