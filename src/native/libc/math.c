/* SPDX-License-Identifier: MIT */
/* math.c - functions that store a second result through a pointer
 *
 * Only those that are in the C library itself: what lies in libm alone cannot
 * be found when the link left libm out because nothing else needed it.
 */
#include "native/libc/libc.h"

#include <math.h>
#include <sys/utsname.h>

#define TWO_RESULTS(name, type, second)                                        \
	EXPORT type name(type x, second *out)                                  \
	{                                                                      \
		access_write(out, sizeof *out, CALLER);                        \
		return REAL(name)(x, out);                                     \
	}

TWO_RESULTS(frexp, double, int)
TWO_RESULTS(frexpf, float, int)
TWO_RESULTS(frexpl, long double, int)
TWO_RESULTS(modf, double, double)
TWO_RESULTS(modff, float, float)
TWO_RESULTS(modfl, long double, long double)

/* The kernel's answer does not change while the test runs. */
EXPORT int uname(struct utsname *out)
{
	access_write(out, sizeof *out, CALLER);
	return REAL(uname)(out);
}
