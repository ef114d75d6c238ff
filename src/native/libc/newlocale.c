/* SPDX-License-Identifier: MIT */
/* newlocale.c - locales as objects, of what is there
 *
 * An object is a block that the library allocates, and points to data that
 * nobody counts (locales.h); which one a thread uses stands in its own
 * storage, which goes back with its stack.  What is not there yet is loaded:
 * not known.
 */
#include "native/libc/libc.h"
#include "native/libc/library.h"
#include "native/libc/locales.h"
#include "native/outside/outside.h"
#include "native/spin.h"

#include <errno.h>
#include <locale.h>

/* A call of the library's that leaves something there. */
static void unknown(const char *name, uint64_t pc)
{
	outside_unknown(name, pc);
	outside_made(name, pc);
}

static locale_t c_locale; /* constant data of the library's */

void newlocale_init(void)
{
	c_locale = REAL(newlocale)(LC_ALL_MASK, "C", 0);
}

/* An object of the test's, which somebody else may free. */
static bool is_block(locale_t locale)
{
	return locale && locale != c_locale && locale != LC_GLOBAL_LOCALE;
}

static void looked_at(locale_t locale, uint64_t pc)
{
	if (is_block(locale))
		access_read(locale, sizeof *locale, pc);
}

static bool is_of_what_is_there(locale_t locale)
{
	for (int category = 0; category <= LC_IDENTIFICATION; category++)
		if (category != LC_ALL &&
			!locales_have(locale->__names[category]))
			return false;
	return true;
}

EXPORT locale_t LIBC(newlocale)(int mask, const char *name, locale_t base)
{
	locale_t made;

	if (!controlled())
		return REAL(newlocale)(mask, name, base);
	if ((mask & ~(LC_ALL_MASK | 1 << LC_ALL)) || !name) {
		errno = EINVAL;
		return 0;
	}
	name = read_string(name, CALLER);
	if (is_block(base)) /* it becomes what is made, or is freed */
		access_write(base, sizeof *base, CALLER);
	library_begin();
	made = REAL(newlocale)(mask, name, base);
	locales_settle();
	library_end();
	if (made && !is_of_what_is_there(made))
		unknown("newlocale", CALLER);
	return made;
}

EXPORT locale_t LIBC(duplocale)(locale_t locale)
{
	locale_t made;

	if (!controlled())
		return REAL(duplocale)(locale);
	looked_at(locale, CALLER);
	library_begin();
	made = REAL(duplocale)(locale);
	locales_settle();
	library_end();
	if (made && !is_of_what_is_there(made))
		unknown("duplocale", CALLER);
	return made;
}

EXPORT void LIBC(freelocale)(locale_t locale)
{
	if (!controlled()) {
		REAL(freelocale)(locale);
		return;
	}
	if (is_block(locale)) {
		access_write(locale, sizeof *locale, CALLER);
		if (!is_of_what_is_there(locale))
			unknown("freelocale", CALLER);
	}
	library_begin();
	REAL(freelocale)(locale);
	locales_settle();
	library_end();
}

EXPORT locale_t LIBC(uselocale)(locale_t locale)
{
	if (controlled() && locale) {
		looked_at(locale, CALLER);
		spin_abandon(); /* where it stands nobody looks */
	}
	return REAL(uselocale)(locale);
}
