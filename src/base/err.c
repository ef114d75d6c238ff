/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

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
