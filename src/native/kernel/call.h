/* SPDX-License-Identifier: MIT */
/* call.h - system calls by number that the C library's function of the same
 * arguments makes, as the test would have called it */
#ifndef NATIVE_KERNEL_CALL_H
#define NATIVE_KERNEL_CALL_H

#include <stdbool.h>

/* False: there is no such function.  *rc is -errno on failure. */
bool call_same(long number, const long *a, long *rc);

#endif
