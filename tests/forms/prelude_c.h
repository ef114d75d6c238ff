/* SPDX-License-Identifier: MIT */
/* prelude_c.h - what the forms of c.forms refer to */
#include <alloca.h>
#include <emmintrin.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

#if defined __clang__ && __clang_major__ < 15
#define _Float16 short
#endif

static NOINLINE S40 local40(long x)
{
	S40 s;

	s.a = x;
	s.b = 2;
	s.c = x * 3;
	s.d = 4;
	s.e = 5;
	if (x == 2)
		s.d = x;
	return s;
}

static NOINLINE S40 chain40(long x)
{
	return f40(x + 1);
}

static NOINLINE long shares_parameter(S40 s)
{
	share(&s, 40);
	s.c = 4;
	may_switch();
	return s.d;
}

static S40 global40 = {1, 2};
static NOINLINE S40 loaded40(void)
{
	return global40;
}

static void cleaned(long **x)
{
	**x = 4;
}

static NOINLINE void store_variadic(S40 *d, int n, ...)
{
	va_list list;

	va_start(list, n);
	*d = va_arg(list, S40);
	va_end(list);
}

static NOINLINE void load_variadic(int n, ...)
{
	va_list list;
	S40 s;

	va_start(list, n);
	s = va_arg(list, S40);
	use(s.b);
	va_end(list);
}

static long count;
static NOINLINE void increment(void)
{
	count++;
}

static NOINLINE long counted(void)
{
	return count;
}

static NOINLINE void store16(S16 *p)
{
	p->a = 3;
	p->b = 4;
}
