/* SPDX-License-Identifier: MIT */
/* err.c - err.h: a message on stderr, and perhaps the end
 *
 * The C library writes it piece by piece while it holds the stream: nobody else
 * writes between, so that it is one operation here.
 */
#include "native/libc/stream.h"

#include <err.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void tell(const char *format, va_list args, bool why, uint64_t pc)
{
	const char *name = program_invocation_short_name;
	int error = errno, length = 0;
	const char *reason = why ? REAL(strerror)(error) : "";
	bool held;
	va_list copy;
	char *text;
	size_t room, n;

	message_begin(pc);
	held = stream_hold(stderr, pc);
	if (format) {
		va_copy(copy, args);
		format_announce(format, copy, pc);
		va_end(copy);
		errno = error; /* for %m */
		va_copy(copy, args);
		length = REAL(vsnprintf)(0, 0, format, copy);
		va_end(copy);
	}
	if (length < 0)
		length = 0;
	room = strlen(name) + (size_t)length + strlen(reason) + 6;
	text = (char *)arena_words((room + 3) / 4, 0);
	n = (size_t)REAL(snprintf)(text, room, "%s: ", name);
	if (format && length) {
		errno = error;
		va_copy(copy, args);
		REAL(vsnprintf)(text + n, (size_t)length + 1, format, copy);
		va_end(copy);
		n += (size_t)length;
	}
	n += (size_t)REAL(snprintf)(text + n, room - n, "%s%s\n",
		why && format ? ": " : "", reason);
	message_text(text, n);
	if (held)
		stream_drop(stderr);
	errno = error;
}

EXPORT void LIBC(vwarn)(const char *format, va_list args)
{
	if (controlled())
		tell(format, args, true, CALLER);
	else
		REAL(vwarn)(format, args);
}

EXPORT void LIBC(vwarnx)(const char *format, va_list args)
{
	if (controlled())
		tell(format, args, false, CALLER);
	else
		REAL(vwarnx)(format, args);
}

EXPORT void LIBC(verr)(int status, const char *format, va_list args)
{
	if (!controlled())
		REAL(verr)(status, format, args);
	tell(format, args, true, CALLER);
	exit(status);
}

EXPORT void LIBC(verrx)(int status, const char *format, va_list args)
{
	if (!controlled())
		REAL(verrx)(status, format, args);
	tell(format, args, false, CALLER);
	exit(status);
}

EXPORT void LIBC(warn)(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (controlled())
		tell(format, args, true, CALLER);
	else
		REAL(vwarn)(format, args);
	va_end(args);
}

EXPORT void LIBC(warnx)(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (controlled())
		tell(format, args, false, CALLER);
	else
		REAL(vwarnx)(format, args);
	va_end(args);
}

EXPORT void LIBC(err)(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!controlled())
		REAL(verr)(status, format, args);
	tell(format, args, true, CALLER);
	exit(status);
}

EXPORT void LIBC(errx)(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!controlled())
		REAL(verrx)(status, format, args);
	tell(format, args, false, CALLER);
	exit(status);
}
