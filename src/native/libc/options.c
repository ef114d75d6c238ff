/* SPDX-License-Identifier: MIT */
/* options.c - getopt and its kin
 *
 * Where it stands is what the library keeps (library.h); what it tells in
 * variables, and the words that it sorts, are the test's.  What it prints of an
 * option that is wrong goes to a stream of ours, and from there where stderr
 * goes (output.h).
 */
#include "native/libc/options.h"
#include "native/libc/libc.h"
#include "native/libc/library.h"
#include "native/libc/stream.h"
#include "native/state.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

enum {
	VARIABLES = 3,
	SAID_MOST = 4096
};
static struct {
	void *at;
	size_t bytes;
} variable[VARIABLES];
static FILE **where_errors_go, *ours;
static char said[SAID_MOST];
static size_t said_bytes;

static ssize_t says(void *unused, const char *text, size_t n)
{
	size_t room = sizeof said - said_bytes, some = n < room ? n : room;

	(void)unused;
	memcpy(said + said_bytes, text, some);
	said_bytes += some;
	return (ssize_t)n;
}

void options_init(void)
{
	const cookie_io_functions_t functions = {.write = says};
	static const char *const name[VARIABLES] = {
		"optarg", "optind", "optopt"};

	for (int i = 0; i < VARIABLES; i++) {
		variable[i].at = library_variable(name[i]);
		variable[i].bytes = i ? sizeof(int) : sizeof(char *);
	}
	where_errors_go = library_variable("stderr");
	ours = REAL(fopencookie)(0, "w", functions);
	if (!ours)
		run_error(ERR_IO, 0, "no memory for a stream" SC(437));
	REAL(setvbuf)(ours, 0, _IONBF, 0);
	REAL(fputs)(" ", ours); /* from now on it does not change */
}

/* The words of the command, as they are and as the library sorts them. */
struct words {
	int n;
	char **at; /* the test's */
	char **before, **after;
};

static struct words read_words(int n, char *const *argv, uint64_t pc)
{
	struct words w = {n, (char **)(uintptr_t)argv, 0, 0};
	size_t bytes = (size_t)n * sizeof *argv;

	w.before = (char **)(void *)arena_words(bytes / 2 + 2, 0);
	w.after = w.before + n;
	access_also(argv, bytes, false, pc);
	memcpy(w.before, argv, bytes);
	for (int i = 0; i < n; i++)
		if (w.before[i])
			access_also(w.before[i], strlen(w.before[i]) + 1, false,
				pc);
	return w;
}

/* What the library has stored in silence is taken back: it is stored once more,
 * announced. */
static void take_back(void *at, void *after, const void *before, size_t n)
{
	memcpy(after, at, n);
	memcpy(at, before, n);
}

typedef int gets(
	int, char *const *, const char *, const struct option *, int *);

/* The same list, which stores what it finds where nobody looks: for each place
 * another one, since those that differ in nothing else are one option. */
static struct option *plain(const struct option *list, uint64_t pc)
{
	struct option *copy;
	size_t n = 0, k;
	int *places;

	if (!list)
		return 0;
	while (list[n].name)
		n++;
	access_also(list, (n + 1) * sizeof *list, false, pc);
	copy = (struct option *)(void *)arena_words(
		(n + 1) * sizeof *list / 4, 0);
	places = (int *)(void *)arena_words(n + 1, 0);
	memcpy(copy, list, (n + 1) * sizeof *list);
	for (size_t i = 0; i < n; i++) {
		for (k = 0; list[k].flag != list[i].flag; k++)
			;
		if (list[i].flag)
			copy[i].flag = &places[k];
	}
	return copy;
}

static void say(uint64_t pc)
{
	char text[SAID_MOST];
	size_t length = said_bytes;

	if (!length)
		return;
	memcpy(text, said, length);
	message_begin(pc);
	message_text(text, length);
}

static int get(gets *call, enum touches what, int n, char *const *argv,
	const char *letters, const struct option *list, int *index, uint64_t pc)
{
	char before[VARIABLES][sizeof(char *)];
	char after[VARIABLES][sizeof(char *)];
	int result, found = -1;
	FILE *errors;
	struct option *copy;
	struct words words;

	if (n < 0)
		n = 0; /* as the library takes it */
	/* All that it reads is read in the step of this point. */
	state_point(what, 0, true, pc);
	access_also(letters, strlen(letters) + 1, false, pc);
	copy = plain(list, pc);
	words = read_words(n, argv, pc);
	for (int i = 0; i < VARIABLES; i++)
		access_also(variable[i].at, variable[i].bytes, false, pc);
	library_begin();
	for (int i = 0; i < VARIABLES; i++)
		memcpy(before[i], variable[i].at, variable[i].bytes);
	errors = *where_errors_go;
	*where_errors_go = ours;
	said_bytes = 0;
	result = call(n, argv, letters, copy, &found);
	*where_errors_go = errors;
	for (int i = 0; i < VARIABLES; i++)
		take_back(
			variable[i].at, after[i], before[i], variable[i].bytes);
	take_back(words.at, words.after, words.before,
		(size_t)n * sizeof *words.at);
	library_end();
	say(pc);
	for (int i = 0; i < VARIABLES; i++)
		library_store(variable[i].at, after[i], variable[i].bytes, pc);
	for (int i = 0; i < n; i++)
		library_store(
			&words.at[i], &words.after[i], sizeof *words.at, pc);
	if (found < 0)
		return result;
	if (index)
		library_store(index, &found, sizeof found, pc);
	if (!list[found].flag)
		return result;
	library_store(list[found].flag, &list[found].val, sizeof(int), pc);
	return 0;
}

static int short_ones(int n, char *const *argv, const char *letters,
	const struct option *none, int *index)
{
	(void)none, (void)index;
	return REAL(getopt)(n, argv, letters);
}

int __posix_getopt(int n, char *const *argv, const char *letters);

static int as_posix(int n, char *const *argv, const char *letters,
	const struct option *none, int *index)
{
	(void)none, (void)index;
	return REAL(__posix_getopt)(n, argv, letters);
}

EXPORT int LIBC(getopt)(int n, char *const *argv, const char *letters)
{
	return controlled() ? get(short_ones, TOUCHES_getopt_options, n, argv,
				      letters, 0, 0, CALLER)
			    : REAL(getopt)(n, argv, letters);
}

EXPORT int LIBC(__posix_getopt)(int n, char *const *argv, const char *letters)
{
	return controlled() ? get(as_posix, TOUCHES_getopt_options, n, argv,
				      letters, 0, 0, CALLER)
			    : REAL(__posix_getopt)(n, argv, letters);
}

EXPORT int LIBC(getopt_long)(int n, char *const *argv, const char *letters,
	const struct option *list, int *index)
{
	return controlled()
		       ? get(REAL(getopt_long), TOUCHES_getopt_long_options, n,
				 argv, letters, list, index, CALLER)
		       : REAL(getopt_long)(n, argv, letters, list, index);
}

EXPORT int LIBC(getopt_long_only)(int n, char *const *argv, const char *letters,
	const struct option *list, int *index)
{
	return controlled()
		       ? get(REAL(getopt_long_only),
				 TOUCHES_getopt_long_only_options, n, argv,
				 letters, list, index, CALLER)
		       : REAL(getopt_long_only)(n, argv, letters, list, index);
}
