/* SPDX-License-Identifier: MIT */
/* number.c - strings to numbers */
#include "native/libc/libc.h"

#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* Converts what was looked at, announces it up to the character that ended the
 * number, and gives the test its own pointer. */
#define CONVERT(name, type, parameters, arguments)                             \
	EXPORT type LIBC(name) parameters                                      \
	{                                                                      \
		const char *text = s;                                          \
		char *stop = 0;                                                \
		type result;                                                   \
                                                                               \
		if (!controlled()) {                                           \
			char **at = end;                                       \
                                                                               \
			return REAL(name) arguments;                           \
		}                                                              \
		text = look_string(s, SIZE_MAX, CALLER);                       \
		{                                                              \
			char **at = &stop;                                     \
                                                                               \
			result = REAL(name) arguments;                         \
		}                                                              \
		if (!stop) /* a base that is none: it looks at nothing */      \
			return result;                                         \
		seen(s, text, (size_t)(stop - text) + 1, CALLER);              \
		if (end) {                                                     \
			access_write(end, sizeof *end, CALLER);                \
			*end = (char *)s + (stop - text);                      \
		}                                                              \
		return result;                                                 \
	}

#define INTEGER(name, type)                                                    \
	CONVERT(name, type, (const char *s, char **end, int base),             \
		(text, at, base))
#define FLOATING(name, type)                                                   \
	CONVERT(name, type, (const char *s, char **end), (text, at))

/* With a locale: newlocale.c has those that it may be. */
#define INTEGER_IN(name, type)                                                 \
	CONVERT(name, type,                                                    \
		(const char *s, char **end, int base, locale_t locale),        \
		(text, at, base, locale))
#define FLOATING_IN(name, type)                                                \
	CONVERT(name, type, (const char *s, char **end, locale_t locale),      \
		(text, at, locale))

INTEGER(strtol, long)
INTEGER(strtoll, long long)
INTEGER(strtoul, unsigned long)
INTEGER(strtoull, unsigned long long)
INTEGER(strtoimax, intmax_t)
INTEGER(strtoumax, uintmax_t)
INTEGER(strtoq, long long)
INTEGER(strtouq, unsigned long long)
FLOATING(strtod, double)
FLOATING(strtof, float)
FLOATING(strtold, long double)
INTEGER_IN(strtol_l, long)
INTEGER_IN(strtoll_l, long long)
INTEGER_IN(strtoul_l, unsigned long)
INTEGER_IN(strtoull_l, unsigned long long)
FLOATING_IN(strtod_l, double)
FLOATING_IN(strtof_l, float)
FLOATING_IN(strtold_l, long double)

#define NUMBER(name, type, convert)                                            \
	EXPORT type LIBC(name)(const char *s)                                  \
	{                                                                      \
		const char *text;                                              \
		char *stop;                                                    \
		type result;                                                   \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(s);                                  \
		text = look_string(s, SIZE_MAX, CALLER);                       \
		result = convert;                                              \
		seen(s, text, (size_t)(stop - text) + 1, CALLER);              \
		return result;                                                 \
	}

NUMBER(atoi, int, (int)REAL(strtol)(text, &stop, 10))
NUMBER(atol, long, REAL(strtol)(text, &stop, 10))
NUMBER(atoll, long long, REAL(strtoll)(text, &stop, 10))
NUMBER(atof, double, REAL(strtod)(text, &stop))
