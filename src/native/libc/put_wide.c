/* SPDX-License-Identifier: MIT */
/* put_wide.c - output of wide characters: as bytes of the locale, or as they
 * are where they go to memory */
#include "native/libc/files.h"
#include "native/libc/put.h"
#include "native/libc/stream.h"
#include "native/outside/outside_slots.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static wint_t put_wide(FILE *f, int fd, wchar_t c, uint64_t pc)
{
	char text[16];
	mbstate_t state = {0};
	size_t n;

	if (stream_way(f, 1) < 0)
		return WEOF;
	if (files_wide(f))
		return files_put_wide(f, c, pc) ? (wint_t)c : WEOF;
	n = REAL(wcrtomb)(text, c, &state);
	if (n == (size_t)-1) /* it is put into other words, or fails later */
		unsupported("output of a wide character that the locale \"C\" "
			    "does not have",
			pc);
	return put_emit(f, fd, OUTPUT_BUFFERED, text, n, false) ? (wint_t)c
								: WEOF;
}

static int put_wides(FILE *f, int fd, const wchar_t *s, uint64_t pc)
{
	int n = 0;

	for (; *s; s++, n++)
		if (put_wide(f, fd, *s, pc) == WEOF)
			return -1;
	return stream_way(f, 1) < 0 ? -1 : n;
}

#define PUT_WIDE(name, parameters, call, f, locks)                             \
	EXPORT wint_t LIBC(name) parameters                                    \
	{                                                                      \
		int fd;                                                        \
                                                                               \
		return put_ours(f, locks, &fd, CALLER)                         \
			       ? put_wide(f, fd, c, CALLER)                    \
			       : REAL(name) call;                              \
	}

PUT_WIDE(fputwc, (wchar_t c, FILE *f), (c, f), f, true)
PUT_WIDE(putwc, (wchar_t c, FILE *f), (c, f), f, true)
PUT_WIDE(putwchar, (wchar_t c), (c), stdout, true)
PUT_WIDE(fputwc_unlocked, (wchar_t c, FILE *f), (c, f), f, false)
PUT_WIDE(putwc_unlocked, (wchar_t c, FILE *f), (c, f), f, false)
PUT_WIDE(putwchar_unlocked, (wchar_t c), (c), stdout, false)

static int put_string(const wchar_t *s, FILE *f, int fd, uint64_t pc)
{
	access_read(s, (REAL(wcslen)(s) + 1) * sizeof *s, pc);
	return put_wides(f, fd, s, pc) < 0 ? -1 : 1;
}

EXPORT int LIBC(fputws)(const wchar_t *s, FILE *f)
{
	int fd;

	return put_ours(f, true, &fd, CALLER) ? put_string(s, f, fd, CALLER)
					      : REAL(fputws)(s, f);
}

EXPORT int LIBC(fputws_unlocked)(const wchar_t *s, FILE *f)
{
	int fd;

	return put_ours(f, false, &fd, CALLER) ? put_string(s, f, fd, CALLER)
					       : REAL(fputws_unlocked)(s, f);
}

/* --- formatted
 * ------------------------------------------------------------------ */

/* No decision point lies between filling this and what is done with it. */
static wchar_t formatted[FORMATTED_MAX];

/* The conversions are those of printf, and take the same arguments. */
static void announce(const wchar_t *format, va_list args, uint64_t pc)
{
	size_t n = REAL(wcslen)(format);
	char *same = (char *)arena_words(n / 4 + 1, 0);

	if (!outside_is_constant((uint64_t)format))
		access_bytes(format, (n + 1) * sizeof *format, false, pc);
	for (size_t i = 0; i <= n; i++)
		same[i] = format[i] > 0 && format[i] < 128 ? (char)format[i]
			  : format[i]			   ? '?'
							   : 0;
	format_arguments(same, args, pc);
}

static int print(
	FILE *f, int fd, const wchar_t *format, va_list args, uint64_t pc)
{
	va_list copy;
	int n;

	if (stream_way(f, 1) < 0)
		return -1;
	va_copy(copy, args);
	announce(format, copy, pc);
	va_end(copy);
	va_copy(copy, args);
	n = REAL(vswprintf)(formatted, FORMATTED_MAX, format, copy);
	va_end(copy);
	return n < 0 ? n : put_wides(f, fd, formatted, pc);
}

#define PRINT(f)                                                               \
	int fd;                                                                \
                                                                               \
	return put_ours(f, true, &fd, CALLER)                                  \
		       ? print(f, fd, format, args, CALLER)                    \
		       : REAL(vfwprintf)(f, format, args)
#define PRINT_ARGS(f)                                                          \
	va_list args;                                                          \
	int fd, n;                                                             \
                                                                               \
	va_start(args, format);                                                \
	n = put_ours(f, true, &fd, CALLER)                                     \
		    ? print(f, fd, format, args, CALLER)                       \
		    : REAL(vfwprintf)(f, format, args);                        \
	va_end(args);                                                          \
	return n

EXPORT int LIBC(vfwprintf)(FILE *f, const wchar_t *format, va_list args)
{
	PRINT(f);
}

EXPORT int LIBC(vwprintf)(const wchar_t *format, va_list args)
{
	PRINT(stdout);
}

EXPORT int LIBC(fwprintf)(FILE *f, const wchar_t *format, ...)
{
	PRINT_ARGS(f);
}

EXPORT int LIBC(wprintf)(const wchar_t *format, ...)
{
	PRINT_ARGS(stdout);
}

/* Into the test's memory: what does not fit is cut off, and -1. */
static int print_string(
	wchar_t *to, size_t n, const wchar_t *format, va_list args, uint64_t pc)
{
	va_list copy;
	size_t used;
	int length;

	va_copy(copy, args);
	announce(format, copy, pc);
	va_end(copy);
	if (n > FORMATTED_MAX)
		n = FORMATTED_MAX;
	va_copy(copy, args);
	length = REAL(vswprintf)(formatted, n, format, copy);
	va_end(copy);
	used = n;
	if (length >= 0) {
		used = (size_t)length + 1;
	} else if (n) { /* what does not fit leaves no zero */
		memcpy(formatted, to, n * sizeof *to);
		REAL(vswprintf)(formatted, n, format, args);
	}
	put_bytes(to, formatted, used * sizeof *to, pc);
	return length;
}

EXPORT int LIBC(vswprintf)(
	wchar_t *to, size_t n, const wchar_t *format, va_list args)
{
	return controlled() ? print_string(to, n, format, args, CALLER)
			    : REAL(vswprintf)(to, n, format, args);
}

EXPORT int LIBC(swprintf)(wchar_t *to, size_t n, const wchar_t *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = controlled() ? print_string(to, n, format, args, CALLER)
			      : REAL(vswprintf)(to, n, format, args);
	va_end(args);
	return length;
}
