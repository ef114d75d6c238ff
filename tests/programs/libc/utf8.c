/* SPDX-License-Identifier: MIT */
/* utf8: characters, dates and messages in C.UTF-8, and back in "C": which
 * locale it is goes back with each execution
 *
 * Two threads of two additions each: C(4, 2) = 6 orders.  Each uses a locale of
 * its own in between.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * default: checkpoint
 * executions: 6
 *
 * check: --exhaustive
 * verdict: verified
 *
 * Messages that may be in another language are the library's.
 *
 * check: --exhaustive
 * args: languages
 * modes: checkpoint
 * fallback: fork
 * verdict: verified
 */
#define _GNU_SOURCE
#include "test.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdatomic.h>
#include <time.h>
#include <wchar.h>

static atomic_int counter;
static const char text[] = "a\xc3\xa4";

static size_t letters(void)
{
	wchar_t wide[8];

	return mbstowcs(wide, text, 8);
}

static bool is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void *work(void *unused)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t mine = newlocale(LC_TIME_MASK, "C.UTF-8", (locale_t)0);

	assert(uselocale((locale_t)0) == LC_GLOBAL_LOCALE && is_utf8());
	assert(uselocale(c) == LC_GLOBAL_LOCALE && !is_utf8());
	assert(letters() == (size_t)-1);
	atomic_fetch_add(&counter, 1);
	assert(strcmp(strerror(EINVAL), "Invalid argument") == 0);
	assert(uselocale(mine) == c && !is_utf8());
	assert(uselocale(LC_GLOBAL_LOCALE) == mine);
	mine = newlocale(LC_CTYPE_MASK, "C.UTF-8", mine);
	assert(uselocale(mine) == LC_GLOBAL_LOCALE && is_utf8());
	freelocale(duplocale(mine));
	atomic_fetch_add(&counter, 1);
	assert(letters() == 2 && uselocale(LC_GLOBAL_LOCALE) == mine);
	freelocale(mine);
	return unused;
}

int main(int argc, char **argv)
{
	const struct tm day = {.tm_mday = 2, .tm_year = 126};
	char date[40];
	pthread_t t;

	assert(!is_utf8() && letters() == (size_t)-1);
	assert(setlocale(LC_ALL, "C.UTF-8"));
	assert(is_utf8() && letters() == 2);
	assert(strftime(date, sizeof date, "%EY %Od %B", &day));
	assert(strcmp(date, "2026 02 January") == 0);
	assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
	textdomain("some");
	if (argc > 1)
		setenv("LANGUAGE", "xx", 1);
	assert(strcmp(gettext(text), text) == 0);
	if (argc > 1)
		return 0;
	t = start(work, NULL);
	work(NULL);
	finish(t);
	assert(setlocale(LC_CTYPE, "C"));
	assert(letters() == (size_t)-1 && strstr(setlocale(LC_ALL, NULL), ";"));
	return 0;
}
