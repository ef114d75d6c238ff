/* SPDX-License-Identifier: MIT */
/* known.c - what a library function touches, as far as scarp knows
 *
 * The rows of known.def and of channel/calls.def (system calls, which come
 * first) are lists of words; a word with * ? or [ is matched as a shell would.
 */
#include "channel/known.h"

#include <stddef.h>
#include <string.h>

enum row_kind {
	ROW_value,
	ROW_math,
	ROW_reads,
	ROW_cxx,
	ROW_object,
	ROW_announced,
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
/* First, so that a row's number there is its number here. */
#define ANNOUNCED(words, what) {ROW_announced, UNKNOWN_NAME, words},
#include "channel/announced.def"
#undef ANNOUNCED
#define CALL(class, how, words, number)                                        \
	{(enum row_kind)HOW_##how, (enum unknown_why)WHY_##class, words},
#include "channel/calls.def"
#undef CALL
#define KNOWN(kind, words) {ROW_##kind, UNKNOWN_NAME, words},
#define WANTED(kind, words) {ROW_WANTED, UNKNOWN_##kind, words},
#include "channel/known.def"
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

/* Does a pattern with * ? [...] fit?  As a shell would. */
static bool matches(const char *p, const char *end, const char *name)
{
	for (; p < end; p++, name++) {
		if (*p == '*') {
			for (;; name++) {
				if (matches(p + 1, end, name))
					return true;
				if (!*name)
					return false;
			}
		}
		if (!*name)
			return false;
		if (*p == '[') {
			bool in = false;

			while (*++p != ']')
				if (p[1] == '-' && p[2] != ']') {
					in |= *name >= p[0] && *name <= p[2];
					p += 2;
				} else {
					in |= *name == *p;
				}
			if (!in)
				return false;
		} else if (*p != '?' && *p != *name) {
			return false;
		}
	}
	return !*name;
}

static bool fits(const char *word, size_t length, bool math, const char *name)
{
	const char *end = word + length;

	if (word[0] != name[0])
		return false;
	if (math)
		return strncmp(word, name, length) == 0 &&
		       float_suffix(name + length);
	return matches(word, end, name);
}

static const struct row *row_of(const char *name)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const char *w = row[i].words;

		while (*w) {
			size_t length = 0;

			while (w[length] && w[length] != ' ')
				length++;
			if (fits(w, length, row[i].kind == ROW_math, name))
				return &row[i];
			w += length;
			while (*w == ' ')
				w++;
		}
	}
	return NULL;
}

bool known(const char *name, enum unknown_why *why)
{
	const struct row *r = row_of(name);

	*why = r ? r->why : UNKNOWN_NAME;
	return r && r->kind != ROW_WANTED;
}

enum touches touches(const char *name)
{
	const struct row *r = row_of(name);

	if (!r)
		return TOUCHES_UNKNOWN;
	if (r->kind == ROW_WANTED)
		return r->why == UNKNOWN_out || r->why == UNKNOWN_object ||
				       r->why == UNKNOWN_counts ||
				       r->why == UNKNOWN_heap ||
				       r->why == UNKNOWN_stream
			       ? TOUCHES_WRITES
			       : TOUCHES_UNKNOWN;
	if (r->kind == ROW_announced)
		return TOUCHES_ANNOUNCED;
	return r->kind == ROW_reads ? TOUCHES_READS : TOUCHES_NOTHING;
}

int announced(const char *name)
{
	const struct row *r = row_of(name);

	return r && r->kind == ROW_announced ? (int)(r - row) : -1;
}
