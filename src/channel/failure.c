/* SPDX-License-Identifier: MIT */
#include "channel/failure.h"

#include <errno.h>
#include <string.h>

const struct failure_info failure_info[FAILURES] = {
#define FAILURE(name, what) {#name, what},
#define FAILING(call, failure, error, name)
#include "channel/failure.def"
#undef FAILING
#undef FAILURE
};

const struct failing_info failing_info[FAILINGS] = {
#define FAILURE(name, what)
#define FAILING(call, failure, error, name) {name, error, FAILURE_##failure},
#include "channel/failure.def"
#undef FAILING
#undef FAILURE
};

/* 0: there is none. */
static uint32_t failure_of(const char *word, unsigned n)
{
	if (n == 3 && memcmp(word, "all", n) == 0)
		return (1u << FAILURES) - 1;
	for (unsigned i = 0; i < FAILURES; i++)
		if (strlen(failure_info[i].name) == n &&
			memcmp(failure_info[i].name, word, n) == 0)
			return 1u << i;
	return 0;
}

uint32_t failures_of(const char *list, const char **bad, unsigned *length)
{
	uint32_t all = 0;

	do {
		unsigned n = (unsigned)strcspn(list, ",");
		uint32_t one = failure_of(list, n);

		if (!one) {
			*bad = list;
			*length = n;
			return 0;
		}
		all |= one;
		list += n;
	} while (*list++);
	return all;
}

uint32_t failings_of(uint32_t failures)
{
	uint32_t all = 0;

	for (unsigned i = 0; i < FAILINGS; i++)
		all |= (failures >> failing_info[i].failure & 1) << i;
	return all;
}

uint32_t failures_with(uint32_t failings)
{
	uint32_t all = 0;

	for (unsigned i = 0; i < FAILINGS; i++)
		if (failings >> i & 1)
			all |= 1u << failing_info[i].failure;
	return all;
}
