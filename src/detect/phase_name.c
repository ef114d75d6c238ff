/* SPDX-License-Identifier: MIT */
#include "detect/phase_name.h"

#include <string.h>

enum {
	WORDS_MAX = 16,
	WORD_MAX = 16 /* bytes; of a longer one the beginning */
};

struct words {
	char word[WORDS_MAX][WORD_MAX];
	unsigned n;
};

static const char *const makes[] = {"init", "initialise", "initialize",
	"create", "new", "setup", "ctor", "construct", 0};
static const char *const ends[] = {"destroy", "free", "fini", "finalise",
	"finalize", "deinit", "teardown", "dtor", "destruct", 0};
static const char *const runs[] = {
	"main", "test", "thread", "worker", "task", "run", "loop", "bench", 0};
static const char *const alone[] = {"new", "free", "create", 0};
static const char *const library[] = {
	"std::", "__gnu_cxx::", "__cxxabiv1::", "operator", 0};

static bool among(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
	return is_upper(c) || (c >= 'a' && c <= 'z');
}

/* Lower-case; digits and underscores are between words. */
static void split(const char *name, struct words *w)
{
	size_t length = 0;
	char before = 0;

	w->n = 0;
	for (; *name; before = *name++) {
		bool begins = !is_letter(before) ||
			      (is_upper(*name) && !is_upper(before));

		if (!is_letter(*name))
			continue;
		if (begins) {
			if (w->n == WORDS_MAX)
				return;
			memset(w->word[w->n++], 0, WORD_MAX);
			length = 0;
		}
		if (length < WORD_MAX - 1)
			w->word[w->n - 1][length++] =
				(char)(is_upper(*name) ? *name - 'A' + 'a'
						       : *name);
	}
}

/* "list::list", "list::~list" */
static enum race_phase member(const char *name, const char *last)
{
	size_t n = strlen(last);

	if (*last == '~')
		return RACE_DESTROY;
	if ((size_t)(last - name) < n + 2 ||
		strncmp(last - 2 - n, last, n) != 0)
		return RACE_ORDINARY;
	last -= 2 + n;
	return last == name || last[-1] == ':' ? RACE_INIT : RACE_ORDINARY;
}

enum race_phase phase_of_name(const char *name)
{
	const char *last = name;
	enum race_phase phase;
	struct words w;

	for (const char *const *l = library; *l; l++)
		if (strncmp(name, *l, strlen(*l)) == 0)
			return RACE_ORDINARY;
	for (const char *at = name; *at; at++)
		if (at[0] == ':' && at[1] == ':')
			last = at + 2;
	phase = member(name, last);
	split(last, &w);
	if (phase != RACE_ORDINARY || !w.n ||
		(w.n == 1 && last == name && among(w.word[0], alone)))
		return phase;
	for (unsigned i = 0; i < w.n; i++)
		if (among(w.word[i], runs))
			return RACE_ORDINARY;
	if (among(w.word[0], makes) || among(w.word[w.n - 1], makes))
		return RACE_INIT;
	if (among(w.word[0], ends) || among(w.word[w.n - 1], ends))
		return RACE_DESTROY;
	return RACE_ORDINARY;
}
