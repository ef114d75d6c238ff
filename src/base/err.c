/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail(struct err *err, enum code code, const char *fmt, ...)
{
	if (err) {
		va_list args;

		va_start(args, fmt);
		vsnprintf(err->text, sizeof err->text, fmt, args);
		va_end(args);
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
