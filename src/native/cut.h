/* SPDX-License-Identifier: MIT */
/* cut.h - the end of an execution that has come to a limit */
#ifndef NATIVE_CUT_H
#define NATIVE_CUT_H

#include "native/rt.h"

#include "channel/cut.h"

/* Says so, as caveat() does, and where its threads are. */
void execution_cut(enum cut why, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

/* The same without a word of it: the command has asked for its end. */
void execution_cut_short(void);

#endif
