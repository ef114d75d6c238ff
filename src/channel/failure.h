/* SPDX-License-Identifier: MIT */
/* failure.h - calls that can be made to fail, from failure.def */
#ifndef CHANNEL_FAILURE_H
#define CHANNEL_FAILURE_H

#include <stdint.h>

enum failure {
#define FAILURE(name, what) FAILURE_##name,
#define FAILING(call, failure, error, name)
#include "channel/failure.def"
#undef FAILING
#undef FAILURE
	FAILURES
};

enum failing {
#define FAILURE(name, what)
#define FAILING(call, failure, error, name) FAILING_##call,
#include "channel/failure.def"
#undef FAILING
#undef FAILURE
	FAILINGS
};

struct failure_info {
	const char *name, *what;
};
extern const struct failure_info failure_info[FAILURES];

struct failing_info {
	const char *name;
	int error;
	enum failure failure;
};
extern const struct failing_info failing_info[FAILINGS];

enum {
	FAILURES_MOST = 1000 /* of an execution: --failures */
};

/* Of several words with commas: bits of enum failure, "all" is each of them.
 * 0: `*bad` is one that there is not, of so many characters. */
uint32_t failures_of(const char *list, const char **bad, unsigned *length);

/* Bits of enum failing for those of enum failure, and the other way round. */
uint32_t failings_of(uint32_t failures);
uint32_t failures_with(uint32_t failings);

#endif
