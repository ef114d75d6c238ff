/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail(struct err *err, enum code code, const char *fmt, ...)
{
	if (err) {
		const char *end = fmt + err_length(fmt);
		va_list args;
		int n;

		va_start(args, fmt);
		n = vsnprintf(err->text, sizeof err->text, fmt, args);
		va_end(args);
		/* What is too long is cut, but not its code. */
		if (n >= (int)sizeof err->text)
			strcpy(err->text + sizeof err->text - 1 - strlen(end),
				end);
		err->code = code;
	}
	return code;
}

size_t err_length(const char *text)
{
	static const char mark[] = SC(000);
	size_t n = strlen(text), m = sizeof mark - 1;
	const char *at = text + n - m;

	if (n < m || strncmp(at, mark, strlen(" [SC")) != 0 ||
		text[n - 1] != ']')
		return n;
	return n - m;
}

/* A text of two parts and a code: what is too long for it is cut before that.
 */
static void put(struct err *err, const char *first, const char *second,
	const char *code)
{
	int room = (int)(sizeof err->text - 1 - strlen(code));
	int n = snprintf(
		err->text, sizeof err->text, "%.*s%s", room, first, second);

	n = n < room ? n : room;
	snprintf(err->text + n, sizeof err->text - (size_t)n, "%s", code);
}

int fail_about(struct err *err, enum code code, const struct err *why,
	const char *fmt, ...)
{
	char about[sizeof err->text], text[sizeof err->text], end[16];
	size_t n = err_length(why->text);
	va_list args;

	if (!err)
		return code;
	va_start(args, fmt);
	vsnprintf(about, sizeof about, fmt, args);
	va_end(args);
	snprintf(text, sizeof text, ": %.*s", (int)n, why->text);
	snprintf(end, sizeof end, "%.15s", why->text + n);
	put(err, about, text, end);
	err->code = code;
	return code;
}

void err_add(struct err *err, const char *fmt, ...)
{
	char first[sizeof err->text], more[sizeof err->text], code[16];
	size_t n = err_length(err->text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(more, sizeof more, fmt, args);
	va_end(args);
	snprintf(first, sizeof first, "%.*s", (int)n, err->text);
	snprintf(code, sizeof code, "%.15s", err->text + n);
	put(err, first, more, code);
}
