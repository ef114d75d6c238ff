/* SPDX-License-Identifier: MIT */
#include "cli/formats/fingerprint.h"

#include <string.h>

#include "cli/formats/document.h"
#include "replay/writer.h"

/* With its zero, so that "ab", "c" is not "a", "bc". */
static uint64_t add(uint64_t sum, const char *text)
{
	return checksum(sum, text, strlen(text) + 1);
}

/* The innermost frame that is in the file of the bug, whose name may stand for
 * a line in a header. */
static const char *function_of(const json_t *bug)
{
	const json_t *one, *stack = json_object_get(bug, "stack");
	const char *file = text_of(bug, "file");
	size_t i;

	json_array_foreach(stack, i, one)
	{
		if (*file && strcmp(text_of(one, "file"), file) == 0)
			return text_of(one, "function");
	}
	return text_of(json_array_get(stack, 0), "function");
}

/* In which functions a thread waits, and for what. */
static uint64_t of_wait(const json_t *bug, const json_t *wait)
{
	const json_t *one, *trace = json_object_get(bug, "trace");
	json_int_t at = number_of(wait, "stack");
	const json_t *stack = json_array_get(
		json_object_get(trace, "stacks"), at < 0 ? 0 : (size_t)at);
	uint64_t sum =
		add(CHECKSUM_START, text_of(frame_of(bug, wait), "source"));
	size_t i;

	json_array_foreach(stack, i, one)
	{
		at = json_integer_value(one);
		sum = add(sum,
			text_of(json_array_get(json_object_get(trace, "frames"),
					at < 0 ? 0 : (size_t)at),
				"function"));
	}
	return sum;
}

uint64_t fingerprint_bug(const json_t *bug)
{
	const json_t *one, *trace = json_object_get(bug, "trace");
	uint64_t sum = CHECKSUM_START, waits = 0;
	size_t i;

	sum = add(sum, text_of(bug, "kind"));
	sum = add(sum, text_of(bug, "message"));
	sum = add(sum, text_of(bug, "file"));
	sum = add(sum, function_of(bug));
	/* A deadlock has nothing else of its own. */
	json_array_foreach(json_object_get(trace, "waits"), i, one)
	{
		waits += of_wait(bug, one);
	}
	return checksum(sum, &waits, sizeof waits);
}

static uint64_t of_access(const json_t *access)
{
	uint64_t sum = add(CHECKSUM_START, text_of(access, "file"));

	return add(sum, text_of(access, "function"));
}

uint64_t fingerprint_race(const json_t *race)
{
	uint64_t both = of_access(json_object_get(race, "first")) +
			of_access(json_object_get(race, "second"));

	return checksum(add(CHECKSUM_START, text_of(race, "object")), &both,
		sizeof both);
}
