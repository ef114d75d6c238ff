/* SPDX-License-Identifier: MIT */
/* known.c - what a library function writes, as far as scarp knows
 *
 * The rows of known.def and of channel/calls.def (system calls, which come
 * first) are lists of words; a word with * ? or [ is matched as a shell would.
 */
#include "cc/known.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

enum row_kind {
	ROW_value,
	ROW_math,
	ROW_reads,
	ROW_cxx,
	ROW_object,
	ROW_WANTED
};

/* Of a system call: what works on that class is not known because ... */
enum {
	WHY_pure = UNKNOWN_NAME,
	WHY_memory = UNKNOWN_out,
	WHY_descriptor = UNKNOWN_system,
	WHY_mapping = UNKNOWN_system,
	WHY_process = UNKNOWN_system,
	WHY_thread = UNKNOWN_outside,
	WHY_files = UNKNOWN_io,
	WHY_blocking = UNKNOWN_waits,
};

/* Those that scarp models or refuses are the runtime's own, if it is there. */
enum {
	HOW_known = ROW_value,
	HOW_hooked = ROW_WANTED,
	HOW_modelled = ROW_WANTED,
	HOW_refused = ROW_WANTED,
	HOW_forked = ROW_WANTED,
};

static const struct row {
	enum row_kind kind;
	enum unknown_why why;
	const char *words;
} row[] = {
#define CALL(class, how, words, number)                                        \
	{(enum row_kind)HOW_##how, (enum unknown_why)WHY_##class, words},
#include "channel/calls.def"
#undef CALL
#define KNOWN(kind, words) {ROW_##kind, UNKNOWN_NAME, words},
#define WANTED(kind, words) {ROW_WANTED, UNKNOWN_##kind, words},
#include "cc/known.def"
#undef KNOWN
#undef WANTED
};

const char *const unknown_why_text[UNKNOWN_WHY_COUNT] = {
	[UNKNOWN_NAME] = "what it writes is not known",
	[UNKNOWN_out] = "it stores through its arguments",
	[UNKNOWN_state] = "it keeps state inside the library",
	[UNKNOWN_heap] = "it allocates",
	[UNKNOWN_io] = "it reads or writes a file",
	[UNKNOWN_sync] = "it may block or order threads",
	[UNKNOWN_outside] = "it asks for time, randomness or identity",
	[UNKNOWN_system] = "it changes the process or its surroundings",
	[UNKNOWN_waits] = "it may wait for what scarp does not control",
	[UNKNOWN_object] = "it writes into its object",
	[UNKNOWN_counts] = "it counts references",
	[UNKNOWN_stream] = "it is part of a stream",
};

/* What may follow the name of a mathematical function. */
static bool float_suffix(const char *s)
{
	static const char *const suffix[] = {
		"", "f", "l", "f32", "f32x", "f64", "f64x", "f128"};

	for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++)
		if (strcmp(s, suffix[i]) == 0)
			return true;
	return false;
}

static bool fits(const char *word, size_t length, bool math, const char *name)
{
	char pattern[128];

	if (math)
		return strncmp(word, name, length) == 0 &&
		       float_suffix(name + length);
	if (!memchr(word, '*', length) && !memchr(word, '?', length) &&
		!memchr(word, '[', length))
		return strncmp(word, name, length) == 0 && !name[length];
	if (length >= sizeof pattern || word[0] != name[0])
		return false;
	memcpy(pattern, word, length);
	pattern[length] = 0;
	return fnmatch(pattern, name, 0) == 0;
}

bool known(const char *name, enum unknown_why *why)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const char *w = row[i].words;

		while (*w) {
			size_t length = strcspn(w, " ");

			if (fits(w, length, row[i].kind == ROW_math, name)) {
				*why = row[i].why;
				return row[i].kind != ROW_WANTED;
			}
			w += length;
			w += strspn(w, " ");
		}
	}
	*why = UNKNOWN_NAME;
	return false;
}
