/* SPDX-License-Identifier: MIT */
/* locale.c - setlocale and localeconv
 *
 * The locale "C" is static data of the library's own, which goes back
 * (library.h).  Others are files, and lists in memory: fork mode. Printing
 * in other threads goes by the locale, and nobody announces that: where one is
 * changed beside them it is a hole.
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
	newlocale_init();
}

static bool built_in(const char *name)
{
	return strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

static char *set(int category, const char *name, uint64_t pc)
{
	int before = *changes;
	bool changed, own;
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
	own = built_in(REAL(setlocale)(LC_ALL, 0));
	*changes = before;
	changed = library_end();
	if (changed && own)
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
