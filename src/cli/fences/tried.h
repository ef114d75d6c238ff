/* SPDX-License-Identifier: MIT */
/* tried.h - what a check says of a test with fences behind some of its lines
 *
 * A check in a process of its own, which says nothing but its errors, and keeps
 * the bug that it finds as any check does.  The result comes back as JSON.
 */
#ifndef CLI_FENCES_TRIED_H
#define CLI_FENCES_TRIED_H

#include <jansson.h>

#include "cli/words/options.h"

enum {
	PLACES_MAX = 64 /* a set of them is a word */
};

/* Lines with a store that was late. */
struct place {
	char word[124]; /* FILE:LINE, as --fence takes it */
	char what[160]; /* "work": what is stored there */
};

struct places {
	struct place place[PLACES_MAX];
	unsigned n;
};

/* The fences of a set: "a.c:12, b.c:7". */
void places_words(
	const struct places *places, uint64_t set, char *out, size_t size);

struct tried {
	int code;	/* of the check */
	json_t *result; /* as in docs/formats/check-json.md; NULL: none */
	uint64_t late;	/* the places behind which a fence rules its bug out */
	bool nowhere;	/* one of them has a line that is not known */
};

/* By that model, until `budget_ms` is over (0: as the options say).  argv is
 * the command's.  False: err says why there is no result. */
bool try_fences(const struct options *o, char **argv, const char *model,
	struct places *places, uint64_t set, uint64_t budget_ms,
	struct tried *out, struct err *err);
void tried_fini(struct tried *t);

/* Of its result: "verified", its sentence, the title of its bug, ... */
const char *tried_text(const struct tried *t, const char *key);
const json_t *tried_bug(const struct tried *t);

#endif
