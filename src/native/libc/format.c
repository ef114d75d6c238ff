/* SPDX-License-Identifier: MIT */
/* format.c - what a printf format reads and writes through its arguments
 *
 * Arguments are walked as x86-64 passes them: whatever is no floating-point
 * number takes 8 bytes.
 */
#include "native/libc/length.h"
#include "native/libc/libc.h"
#include "native/outside/outside.h"
#include "native/outside/outside_slots.h"

#include <string.h>
#include <wchar.h>

struct conversion {
	int precision; /* -1: none */
	char length;   /* see length.h */
	bool numbered; /* %1$d: arguments in any order */
};

static int number(const char **f)
{
	int n = 0;

	while (**f >= '0' && **f <= '9')
		n = n * 10 + *(*f)++ - '0';
	return n;
}

/* From behind the % to the letter; va_list is an array: the caller's moves. */
static const char *parse(const char *f, struct conversion *c, va_list args)
{
	*c = (struct conversion){.precision = -1};
	while (*f && strchr("#0- +'I", *f))
		f++;
	if (*f == '*') {
		f++;
		if (*f >= '0' && *f <= '9')
			c->numbered = true;
		else
			va_arg(args, int);
	} else {
		number(&f);
	}
	if (*f == '$')
		c->numbered = true;
	if (*f == '.') {
		f++;
		if (*f == '*') {
			f++;
			c->precision = va_arg(args, int);
		} else {
			c->precision = number(&f);
		}
	}
	c->length = length_modifier(&f);
	return f;
}

static void string_read(const char *s, int precision, uint64_t pc)
{
	size_t max = precision < 0 ? SIZE_MAX : (size_t)precision, n;

	if (!s)
		return;
	if (site_races(pc)) {
		look_string(s, max, pc);
		return;
	}
	n = max == SIZE_MAX ? strlen(s) : REAL(strnlen)(s, max);
	access_read(s, n < max ? n + 1 : n, pc);
}

static void wide_string_read(const wchar_t *s, uint64_t pc)
{
	if (s)
		access_bytes(s, (REAL(wcslen)(s) + 1) * sizeof *s, false, pc);
}

void format_announce(const char *f, va_list args, uint64_t pc)
{
	if (!outside_is_constant((uint64_t)f))
		access_bytes(f, strlen(f) + 1, false, pc);
	format_arguments(f, args, pc);
}

void format_arguments(const char *f, va_list args, uint64_t pc)
{
	struct conversion c;

	for (; *f; f++) {
		if (*f != '%')
			continue;
		f = parse(f + 1, &c, args);
		if (c.numbered) {
			outside_unseen("printf with numbered arguments", pc);
			return;
		}
		switch (*f) {
		case 's':
			if (c.length == 'l')
				wide_string_read(va_arg(args, wchar_t *), pc);
			else
				string_read(
					va_arg(args, char *), c.precision, pc);
			break;
		case 'n':
			access_write(va_arg(args, void *),
				length_bytes(c.length), pc);
			break;
		case 'e':
		case 'f':
		case 'g':
		case 'a':
		case 'E':
		case 'F':
		case 'G':
		case 'A':
			if (c.length == 'q')
				va_arg(args, long double);
			else
				va_arg(args, double);
			break;
		case 'm':
		case '%':
			break;
		case 0:
			return;
		default:
			va_arg(args, long);
		}
	}
}
