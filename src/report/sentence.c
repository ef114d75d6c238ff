/* SPDX-License-Identifier: MIT */
#include "report/sentence.h"

#include <stdarg.h>
#include <stdio.h>

struct sentence sentence_in(char *out, size_t size)
{
	out[0] = '\0';
	return (struct sentence){out, 0, size};
}

void sentence_add(struct sentence *s, const char *fmt, ...)
{
	va_list args;
	int n;

	if (s->used >= s->size)
		return;
	va_start(args, fmt);
	n = vsnprintf(s->at + s->used, s->size - s->used, fmt, args);
	va_end(args);
	if (n > 0)
		s->used += (size_t)n;
}

const char *sentence_s(uint64_t n)
{
	return n == 1 ? "" : "s";
}
