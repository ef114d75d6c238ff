/* SPDX-License-Identifier: MIT */
/* length.h - the length modifiers of printf and scanf, as one letter: 0 for
 * none, h, H (hh), l, q (ll, q, L), j, z (also Z), t */
#ifndef NATIVE_LIBC_LENGTH_H
#define NATIVE_LIBC_LENGTH_H

#include <stddef.h>

/* Moves *f behind it. */
static inline char length_modifier(const char **f)
{
	char c = **f;

	switch (c) {
	case 'h':
	case 'l':
		if (*++*f != c)
			return c;
		++*f;
		return c == 'h' ? 'H' : 'q';
	case 'q':
	case 'L':
		++*f;
		return 'q';
	case 'z':
	case 'Z':
		++*f;
		return 'z';
	case 'j':
	case 't':
		++*f;
		return c;
	default:
		return 0;
	}
}

/* Bytes of an integer. */
static inline size_t length_bytes(char length)
{
	return length == 'H' ? 1 : length == 'h' ? 2 : length ? 8 : 4;
}

#endif
