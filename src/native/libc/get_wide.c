/* SPDX-License-Identifier: MIT */
/* get_wide.c - input of wide characters: bytes of a stream, by the locale */
#include "native/libc/get.h"
#include "native/libc/stream.h"
#include "native/spin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static wint_t get(FILE *f, uint64_t pc)
{
	mbstate_t state = {0};
	wchar_t c;

	if (stream_way(f, 1) < 0)
		return WEOF;
	for (;;) {
		int next = get_byte(f, pc);
		char byte = (char)next;
		size_t n;

		if (next == EOF)
			return WEOF;
		n = REAL(mbrtowc)(&c, &byte, 1, &state);
		if (n == (size_t)-1) {
			get_back(next, f, pc);
			stream_flags(f, _IO_ERR_SEEN, 0, pc);
			errno = EILSEQ;
			return WEOF;
		}
		if (n != (size_t)-2)
			return (wint_t)c;
	}
}

#define GET_WIDE(name, parameters, call, f, locks)                             \
	EXPORT wint_t LIBC(name) parameters                                    \
	{                                                                      \
		return get_ours(f, locks, CALLER) ? get(f, CALLER)             \
						  : REAL(name) call;           \
	}

GET_WIDE(fgetwc, (FILE * f), (f), f, true)
GET_WIDE(getwc, (FILE * f), (f), f, true)
GET_WIDE(getwchar, (void), (), stdin, true)
GET_WIDE(fgetwc_unlocked, (FILE * f), (f), f, false)
GET_WIDE(getwc_unlocked, (FILE * f), (f), f, false)
GET_WIDE(getwchar_unlocked, (void), (), stdin, false)

EXPORT wint_t LIBC(ungetwc)(wint_t c, FILE *f)
{
	char bytes[16];
	mbstate_t state = {0};
	size_t n;

	if (!get_ours(f, true, CALLER))
		return REAL(ungetwc)(c, f);
	if (c == WEOF || stream_way(f, 1) < 0)
		return WEOF;
	n = REAL(wcrtomb)(bytes, (wchar_t)c, &state);
	if (n == (size_t)-1)
		return WEOF;
	while (n--)
		if (get_back((unsigned char)bytes[n], f, CALLER) == EOF)
			return WEOF;
	return c;
}

/* --- lines
 * -------------------------------------------------------------------- */

/* What has no end is no line. */
static wchar_t *line(wchar_t *to, int n, FILE *f, uint64_t pc)
{
	size_t length = 0, room = 128;
	wchar_t *own, *more;
	wint_t c = 0;

	if (n <= 0)
		return 0;
	own = (wchar_t *)arena_words(room, 0);
	while (length < (size_t)n - 1 && c != L'\n') {
		c = get(f, pc);
		if (c == WEOF)
			break;
		if (length == room) {
			more = (wchar_t *)arena_words(2 * room, 0);
			memcpy(more, own, room * sizeof *own);
			own = more;
			room *= 2;
		}
		own[length++] = (wchar_t)c;
	}
	if ((!length && n > 1) || f->_flags & _IO_ERR_SEEN)
		return 0;
	put_bytes(to, own, length * sizeof *own, pc);
	put_bytes(to + length, L"", sizeof *to, pc);
	return to;
}

EXPORT wchar_t *LIBC(fgetws)(wchar_t *to, int n, FILE *f)
{
	return get_ours(f, true, CALLER) ? line(to, n, f, CALLER)
					 : REAL(fgetws)(to, n, f);
}

EXPORT wchar_t *LIBC(fgetws_unlocked)(wchar_t *to, int n, FILE *f)
{
	return get_ours(f, false, CALLER) ? line(to, n, f, CALLER)
					  : REAL(fgetws_unlocked)(to, n, f);
}

/* --- formatted
 * ------------------------------------------------------------------ */

/* The C library would read what is ours from a stream that has no wide
 * characters. */
static void refuse(uint64_t pc)
{
	if (controlled())
		unsupported("wscanf or fwscanf (fgetws reads a line, and "
			    "swscanf looks into it)",
			pc);
}

int __isoc99_vfwscanf(FILE *f, const wchar_t *format, va_list args);

#define SCANNERS(prefix)                                                       \
	EXPORT int LIBC(prefix##vfwscanf)(                                     \
		FILE * f, const wchar_t *format, va_list args)                 \
	{                                                                      \
		refuse(CALLER);                                                \
		return REAL_OF(prefix##vfwscanf)(f, format, args);             \
	}                                                                      \
	EXPORT int LIBC(prefix##vwscanf)(const wchar_t *format, va_list args)  \
	{                                                                      \
		refuse(CALLER);                                                \
		return REAL_OF(prefix##vfwscanf)(stdin, format, args);         \
	}                                                                      \
	EXPORT int LIBC(prefix##fwscanf)(FILE * f, const wchar_t *format, ...) \
	{                                                                      \
		va_list args;                                                  \
		int n;                                                         \
                                                                               \
		refuse(CALLER);                                                \
		va_start(args, format);                                        \
		n = REAL_OF(prefix##vfwscanf)(f, format, args);                \
		va_end(args);                                                  \
		return n;                                                      \
	}                                                                      \
	EXPORT int LIBC(prefix##wscanf)(const wchar_t *format, ...)            \
	{                                                                      \
		va_list args;                                                  \
		int n;                                                         \
                                                                               \
		refuse(CALLER);                                                \
		va_start(args, format);                                        \
		n = REAL_OF(prefix##vfwscanf)(stdin, format, args);            \
		va_end(args);                                                  \
		return n;                                                      \
	}

#define REAL_OF(name) REAL(name)
SCANNERS()
SCANNERS(__isoc99_)
