/* SPDX-License-Identifier: MIT */
/* once.h - one-time initialisation, for C11's names */
#ifndef NATIVE_POSIX_ONCE_H
#define NATIVE_POSIX_ONCE_H

#include "native/rt.h"

void once_run(int *control, void (*routine)(void), uint64_t pc);

#endif
