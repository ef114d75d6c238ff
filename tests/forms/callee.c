/* SPDX-License-Identifier: MIT */
/* callee.c - functions that return and take aggregates, one translation unit
 * away from the forms */
#include "shapes.h"

#include <stdarg.h>

S8 f8(long x)
{
	S8 s = {x};

	return s;
}

S16 f16(long x)
{
	S16 s = {x, x + 1};

	return s;
}

S40 f40(long x)
{
	S40 s = {x, x + 1, x + 2, x + 3, x + 4};

	return s;
}

D16 fd16(long x)
{
	D16 s = {(double)x, (double)x + 1};

	return s;
}

S3 f3(long x)
{
	S3 s = {{(char)x, (char)x, (char)x}};

	return s;
}

S7 f7(long x)
{
	S7 s = {(int)x, (short)x, (char)x};

	return s;
}

F12 f12(long x)
{
	F12 s = {(float)x, (float)x, (float)x};

	return s;
}

long double fld(long x)
{
	return x;
}

double _Complex fcx(long x)
{
	return (double)x + 1.0i;
}

_Complex long double fcl(long x)
{
	return (long double)x + 1.0i;
}

__int128 fi128(long x)
{
	return x;
}

long v8(S8 s)
{
	return s.a;
}

long v16(S16 s)
{
	return s.a + s.b;
}

long v40(S40 s)
{
	return s.a + s.e;
}

long v3(S3 s)
{
	return s.c[0];
}

long va40(int n, ...)
{
	va_list list;
	S40 s;

	va_start(list, n);
	s = va_arg(list, S40);
	va_end(list);
	return s.b;
}
