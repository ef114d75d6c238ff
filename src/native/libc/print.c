/* SPDX-License-Identifier: MIT */
/* print.c - formatted output into the test's memory */
#include "native/fails.h"
#include "native/libc/libc.h"

#include <stdlib.h>
#include <string.h>

/* Formats for a buffer of n bytes; the result is printf's. */
static int print(
	char *to, size_t n, const char *format, va_list args, uint64_t pc)
{
	char small[256], *text = small;
	va_list copy;
	size_t bytes;
	int length;

	va_copy(copy, args);
	format_announce(format, copy, pc);
	va_end(copy);
	va_copy(copy, args);
	length = REAL(vsnprintf)(small, sizeof small, format, copy);
	va_end(copy);
	if (length < 0 || n == 0)
		return length;
	bytes = (size_t)length + 1 < n ? (size_t)length + 1 : n;
	if (bytes > sizeof small) {
		text = (char *)arena_words(((size_t)length + 4) / 4, 0);
		va_copy(copy, args);
		REAL(vsnprintf)(text, (size_t)length + 1, format, copy);
		va_end(copy);
	}
	text[bytes - 1] = 0;
	put_bytes(to, text, bytes, pc);
	return length;
}

/* Into a block of its own. */
static int allocate(char **to, const char *format, va_list args, uint64_t pc)
{
	bool fail = fails_to_allocate(FAILING_asprintf, pc);
	va_list copy;
	int length;
	char *block;

	if (fail) { /* what it was to print was formatted before that */
		va_copy(copy, args);
		format_announce(format, copy, pc);
		va_end(copy);
		return -1;
	}
	va_copy(copy, args);
	length = REAL(vsnprintf)(0, 0, format, copy);
	va_end(copy);
	if (length < 0)
		return length;
	block = malloc((size_t)length + 1);
	if (!block)
		return -1;
	length = print(block, (size_t)length + 1, format, args, pc);
	access_write(to, sizeof *to, pc);
	*to = block;
	return length;
}

/* A _chk form: ends when the text does not fit. */
static int checked(char *to, size_t n, size_t room, const char *format,
	va_list args, uint64_t pc)
{
	va_list copy;
	int length;

	if (n != SIZE_MAX && n > room)
		chk_failed("snprintf", pc);
	va_copy(copy, args);
	length = REAL(vsnprintf)(0, 0, format, copy);
	va_end(copy);
	if (n == SIZE_MAX && length >= 0 && (size_t)length >= room)
		chk_failed("sprintf", pc);
	return print(to, n, format, args, pc);
}

#define WITH_ARGS(type, call)                                                  \
	va_list args;                                                          \
	type result;                                                           \
                                                                               \
	va_start(args, format);                                                \
	result = call;                                                         \
	va_end(args);                                                          \
	return result

EXPORT int LIBC(vsnprintf)(char *to, size_t n, const char *format, va_list args)
{
	return controlled() ? print(to, n, format, args, CALLER)
			    : REAL(vsnprintf)(to, n, format, args);
}

EXPORT int LIBC(snprintf)(char *to, size_t n, const char *format, ...)
{
	WITH_ARGS(int, controlled() ? print(to, n, format, args, CALLER)
				    : REAL(vsnprintf)(to, n, format, args));
}

EXPORT int LIBC(vsprintf)(char *to, const char *format, va_list args)
{
	return controlled() ? print(to, SIZE_MAX, format, args, CALLER)
			    : REAL(vsprintf)(to, format, args);
}

EXPORT int LIBC(sprintf)(char *to, const char *format, ...)
{
	WITH_ARGS(int, controlled() ? print(to, SIZE_MAX, format, args, CALLER)
				    : REAL(vsprintf)(to, format, args));
}

EXPORT int LIBC(vasprintf)(char **to, const char *format, va_list args)
{
	return controlled() ? allocate(to, format, args, CALLER)
			    : REAL(vasprintf)(to, format, args);
}

EXPORT int LIBC(asprintf)(char **to, const char *format, ...)
{
	WITH_ARGS(int, controlled() ? allocate(to, format, args, CALLER)
				    : REAL(vasprintf)(to, format, args));
}

int __vsnprintf_chk(char *to, size_t n, int flag, size_t room,
	const char *format, va_list args);
int __vsprintf_chk(
	char *to, int flag, size_t room, const char *format, va_list args);
int __vasprintf_chk(char **to, int flag, const char *format, va_list args);

EXPORT int LIBC(__vsnprintf_chk)(char *to, size_t n, int flag, size_t room,
	const char *format, va_list args)
{
	return controlled()
		       ? checked(to, n, room, format, args, CALLER)
		       : REAL(__vsnprintf_chk)(to, n, flag, room, format, args);
}

EXPORT int LIBC(__snprintf_chk)(
	char *to, size_t n, int flag, size_t room, const char *format, ...)
{
	WITH_ARGS(int, controlled() ? checked(to, n, room, format, args, CALLER)
				    : REAL(__vsnprintf_chk)(
					      to, n, flag, room, format, args));
}

EXPORT int LIBC(__vsprintf_chk)(
	char *to, int flag, size_t room, const char *format, va_list args)
{
	return controlled()
		       ? checked(to, SIZE_MAX, room, format, args, CALLER)
		       : REAL(__vsprintf_chk)(to, flag, room, format, args);
}

EXPORT int LIBC(__sprintf_chk)(
	char *to, int flag, size_t room, const char *format, ...)
{
	WITH_ARGS(int,
		controlled()
			? checked(to, SIZE_MAX, room, format, args, CALLER)
			: REAL(__vsprintf_chk)(to, flag, room, format, args));
}

EXPORT int LIBC(__vasprintf_chk)(
	char **to, int flag, const char *format, va_list args)
{
	return controlled() ? allocate(to, format, args, CALLER)
			    : REAL(__vasprintf_chk)(to, flag, format, args);
}

EXPORT int LIBC(__asprintf_chk)(char **to, int flag, const char *format, ...)
{
	WITH_ARGS(int, controlled()
			       ? allocate(to, format, args, CALLER)
			       : REAL(__vasprintf_chk)(to, flag, format, args));
}
