/* SPDX-License-Identifier: MIT */
/* locale.c - setlocale and localeconv
 *
 * Which locale it is are pointers in the library's data, which go back
 * (library.h).  One that is not there yet (locales.h) is loaded: fork mode.
 * Printing in other threads goes by the locale, and nobody announces that:
 * where one is changed beside them it is a hole.
 */
#include "native/libc/libc.h"
#include "native/libc/library.h"
#include "native/libc/locales.h"
#include "native/outside/outside.h"

#include <locale.h>
#include <string.h>

static int *changes; /* counted for message catalogues, also if there is none */

void locales_init(void)
{
	REAL(localeconv)(); /* from now on it writes what is there */
	changes = library_variable("_nl_msg_cat_cntr");
	locales_load();
	newlocale_init();
}

/* Each category has one of its own. */
static bool all_are_there(void)
{
	for (int category = 0; category <= LC_IDENTIFICATION; category++)
		if (category != LC_ALL &&
			!locales_have(REAL(setlocale)(category, NULL)))
			return false;
	return true;
}

static char *set(int category, const char *name, uint64_t pc)
{
	int before = *changes;
	bool changed, there;
	char *got;

	if (name)
		name = read_string(name, pc);
	if (rt.mode == MODE_FORK) {
		if (name)
			outside_made("setlocale", pc);
		return REAL(setlocale)(category, name);
	}
	library_begin();
	got = REAL(setlocale)(category, name);
	there = all_are_there();
	locales_settle();
	*changes = before;
	changed = library_end();
	if (changed && there)
		outside_unseen("setlocale", pc);
	else if (changed)
		outside_unknown("setlocale", pc);
	return got;
}

EXPORT char *LIBC(setlocale)(int category, const char *name)
{
	return controlled() ? set(category, name, CALLER)
			    : REAL(setlocale)(category, name);
}

EXPORT struct lconv *LIBC(localeconv)(void)
{
	struct lconv *got;

	if (!controlled())
		return REAL(localeconv)();
	library_begin();
	got = REAL(localeconv)();
	library_end();
	return got;
}
