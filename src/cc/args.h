/* SPDX-License-Identifier: MIT */
/* args.h - lists of command-line arguments, and response files
 *
 * A list borrows its strings: they are argv's, literals, or made by
 * args_addf(), and live until the process ends.  A compiler driver runs once.
 *
 * Cost     adding is amortised O(1); memory is never given back.
 */
#ifndef CC_ARGS_H
#define CC_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct args {
	const char **at; /* at[len] is NULL once anything was added */
	size_t len, max;
};

void args_add(struct args *a, const char *arg);
void args_addf(struct args *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void args_append(struct args *a, const struct args *more);

/* Appends argv[1..], with every @file that can be read replaced by what it
 * holds, as gcc does it.  Fails with ERR_USAGE when files name each other. */
int args_expand(struct args *out, int argc, char **argv, struct err *err);

/* A list too long for execve is moved to a response file that needs no
 * clean-up: an inherited memory file.  `from` is the first index to move. */
int args_shorten(struct args *a, size_t from, struct err *err);

/* True when `s` begins with `prefix`. */
bool starts(const char *s, const char *prefix);

#endif
