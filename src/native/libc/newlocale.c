/* SPDX-License-Identifier: MIT */
/* newlocale.c - locales as objects, as long as they are "C"
 *
 * That one is static, and nobody counts who has it; while the global locale is
 * "C", too, a thread that uses it does nothing otherwise.  So all there is to
 * keep is what uselocale says the next time.  Others are files, and lists in
 * memory: not known.
 */
#include "native/libc/libc.h"
#include "native/libc/locales.h"
#include "native/outside/outside.h"

#include <errno.h>
#include <locale.h>
#include <string.h>

static locale_t c_locale;

void newlocale_init(void)
{
	c_locale = REAL(newlocale)(LC_ALL_MASK, "C", 0);
}

/* A call of the library's that leaves something there. */
static void unknown(const char *name, uint64_t pc)
{
	outside_unknown(name, pc);
	outside_made(name, pc);
}

EXPORT locale_t LIBC(newlocale)(int mask, const char *name, locale_t base)
{
	if (!controlled())
		return REAL(newlocale)(mask, name, base);
	if ((mask & ~(LC_ALL_MASK | 1 << LC_ALL)) || !name) {
		errno = EINVAL;
		return 0;
	}
	name = read_string(name, CALLER);
	if (strcmp(name, "C") == 0 && !base)
		return c_locale;
	unknown("newlocale", CALLER);
	return REAL(newlocale)(mask, name, base);
}

EXPORT locale_t LIBC(duplocale)(locale_t locale)
{
	if (!controlled())
		return REAL(duplocale)(locale);
	if (locale == c_locale)
		return locale;
	unknown("duplocale", CALLER);
	return REAL(duplocale)(locale);
}

EXPORT void LIBC(freelocale)(locale_t locale)
{
	if (controlled() && locale == c_locale)
		return;
	if (controlled())
		unknown("freelocale", CALLER);
	REAL(freelocale)(locale);
}

EXPORT locale_t LIBC(uselocale)(locale_t locale)
{
	locale_t before;

	if (!controlled())
		return REAL(uselocale)(locale);
	before = rt.self->locale ? c_locale : REAL(uselocale)(0);
	if (locale && locale != c_locale && locale != LC_GLOBAL_LOCALE) {
		unknown("uselocale", CALLER);
		REAL(uselocale)(locale);
	} else if (locale && before != c_locale && before != LC_GLOBAL_LOCALE) {
		unknown("uselocale", CALLER);
		REAL(uselocale)(LC_GLOBAL_LOCALE);
	}
	if (locale)
		thread_rare(rt.self)->locale = locale == c_locale;
	return before;
}
