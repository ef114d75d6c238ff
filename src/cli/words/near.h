/* SPDX-License-Identifier: MIT */
/* near.h - the name that a mistyped word was probably meant to be
 *
 * Every name there is goes through near_try; near_best is then the nearest: a
 * name that begins with the word, or one that differs in at most a third of
 * its letters (changed, left out, put in, or two that changed places).
 */
#ifndef CLI_NEAR_H
#define CLI_NEAR_H

#include <stddef.h>

struct near {
	const char *word;
	size_t length;	  /* of the word that counts */
	const char *best; /* NULL: none is near */
	unsigned distance;
};

struct near near_to(const char *word, size_t length);
/* `name` has to live as long as `n`. */
void near_try(struct near *n, const char *name);
/* "; did you mean '--budget'?" with `before` in front of the name, or "". */
void near_say(const struct near *n, const char *before, char *out, size_t size);
/* What stands between that and more of the sentence: its question mark ends
 * what comes before. */
const char *near_then(const char *said);

#endif
