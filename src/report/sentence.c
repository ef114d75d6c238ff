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

static unsigned digits(double n)
{
	unsigned count = 1;

	for (; n >= 10; n /= 10)
		count++;
	return count;
}

/* "10^17", "3 x 10^17" */
static void put_power(char *out, size_t size, double n)
{
	unsigned power = digits(n) - 1;
	double first = n;

	for (unsigned i = 0; i < power; i++)
		first /= 10;
	if (first >= 9.5) {
		first = 1;
		power++;
	}
	if (first < 1.5)
		snprintf(out, size, "10^%u", power);
	else
		snprintf(out, size, "%.0f x 10^%u", first, power);
}

void sentence_amount(char *out, size_t size, double n)
{
	if (n < 1e5)
		snprintf(out, size, "%.0f", n);
	else if (n < 999950)
		snprintf(out, size, "%.0f k", n / 1e3);
	else if (n < 999.95e6)
		snprintf(out, size, "%.1f M", n / 1e6);
	else if (n < 999.95e9)
		snprintf(out, size, "%.1f G", n / 1e9);
	else if (n < 1e300)
		put_power(out, size, n);
	else
		snprintf(out, size, "over 10^300");
}
