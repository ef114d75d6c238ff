/* SPDX-License-Identifier: MIT */
/* processor.h - what __builtin_cpu_supports() goes by
 *
 * libgcc finds out what the processor has when a program begins, by code that
 * announces nothing, into data of the program's.  It is done before any
 * execution begins, so that all of them find it done.  (A shared library of the
 * test's has a copy of its own, which is not.)
 */
#ifndef NATIVE_PROCESSOR_H
#define NATIVE_PROCESSOR_H

void processor_init(void);

#endif
