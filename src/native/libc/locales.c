/* SPDX-License-Identifier: MIT */
/* locales.c - C.UTF-8, loaded before the first execution
 *
 * setlocale marks what it has loaded as kept for ever, so that nobody counts
 * who has it.  What the library finds out when it is first asked (conversions
 * of characters, the era of a date, that there is no catalogue of its messages)
 * hangs on the locale, and is asked for here.
 */
#include "native/libc/locales.h"
#include "native/libc/libc.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

enum {
	CHARACTERS = 384, /* of a table: from -128 to 255 */
	BELOW = 128
};

static const char *const names[] = {"C.UTF-8", "C.utf8"};
static bool loaded;

struct tables {
	const unsigned short *class;
	const int *lower, *upper;
};

static struct tables tables(void)
{
	return (struct tables){*__ctype_b_loc(), *__ctype_tolower_loc(),
		*__ctype_toupper_loc()};
}

/* A thread keeps the tables that were there when it began. */
static bool are_alike(const struct tables *a, const struct tables *b)
{
	return memcmp(a->class - BELOW, b->class - BELOW,
		       CHARACTERS * sizeof *a->class) == 0 &&
	       memcmp(a->lower - BELOW, b->lower - BELOW,
		       CHARACTERS * sizeof *a->lower) == 0 &&
	       memcmp(a->upper - BELOW, b->upper - BELOW,
		       CHARACTERS * sizeof *a->upper) == 0;
}

void locales_settle(void)
{
	int error = errno;

	REAL(strerror)(EINVAL);
	errno = error;
}

static void use(void)
{
	const struct tm some = {.tm_mday = 1, .tm_year = 100};
	mbstate_t state = {0};
	wchar_t wide[64];
	char text[64];

	REAL(mbrtowc)(wide, "\xc3\xa4", 2, &state);
	REAL(strftime)(text, sizeof text, "%Ey %EC %Od %OH", &some);
	REAL(wcsftime)(wide, 64, L"%Ey %EC %Od %OH", &some);
	/* It looks for a catalogue, and finds that it has looked for one. */
	locales_settle();
	locales_settle();
}

/* Then messages may be in any of these, "C" or not. */
bool locales_languages(void)
{
	const char *list = getenv("LANGUAGE");

	return list && *list;
}

void locales_load(void)
{
	const char *now = REAL(setlocale)(LC_ALL, NULL);
	char before[1024]; /* by a constructor of a library's */
	struct tables c, there;

	if (strlen(now) >= sizeof before || locales_languages()) {
		locales_settle();
		return;
	}
	strcpy(before, now);
	REAL(setlocale)(LC_ALL, "C");
	c = tables();
	loaded = true;
	for (size_t i = 0; i < sizeof names / sizeof *names && loaded; i++) {
		loaded = REAL(setlocale)(LC_ALL, names[i]) != 0;
		use();
		there = tables();
		loaded &= are_alike(&c, &there);
	}
	REAL(setlocale)(LC_ALL, before);
	locales_settle();
}

bool locales_have(const char *name)
{
	if (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
		return true;
	return loaded && !locales_languages() &&
	       (strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0);
}
