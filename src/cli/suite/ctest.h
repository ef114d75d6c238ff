/* SPDX-License-Identifier: MIT */
/* ctest.h - one test of a CTest suite, as `ctest --show-only=json-v1` has it */
#ifndef CLI_CTEST_H
#define CLI_CTEST_H

#include <stdbool.h>

#include "cli/suite/framework.h"

struct json_t;

struct ctest {
	const char *name;      /* of the JSON, like all texts here */
	struct words command;  /* empty: its program was not built */
	const char *directory; /* NULL: ours */
	struct words set;      /* ENVIRONMENT */
	struct words change;   /* ENVIRONMENT_MODIFICATION */
	bool setup, cleanup;   /* of a fixture */
	bool fails;	       /* WILL_FAIL */
	int skips;	       /* SKIP_RETURN_CODE; -1: none */
	bool by_output;	       /* what it prints decides */
	bool disabled;
};

/* One entry of "tests". */
void ctest_read(struct ctest *t, const struct json_t *from);
void ctest_fini(struct ctest *t);

/* In a process that will be the test: working directory and environment.
 * ERR_USAGE: the one is not there, or there is no such change of the other. */
int ctest_enter(const struct ctest *t, struct err *err);

#endif
