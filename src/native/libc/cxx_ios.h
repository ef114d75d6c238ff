/* SPDX-License-Identifier: MIT */
/* cxx_ios.h - what libstdc++.so reads and writes of a stream's format and state
 *
 * An insertion goes by what std::hex, std::setw and their like have set, in
 * memory of the stream that nothing orders: the standard lets threads insert
 * into std::cout at once, but not set it meanwhile
 * ([iostream.objects.overview], [ios.base.locales]).
 */
#ifndef NATIVE_LIBC_CXX_IOS_H
#define NATIVE_LIBC_CXX_IOS_H

#include "native/rt.h"

/* basic_ios<char> of libstdc++ 12: where it has what. */
enum {
	IOS_PRECISION = 8,
	IOS_WIDTH = 16,
	IOS_FLAGS = 24,
	IOS_EXCEPTIONS = 28,
	IOS_STATE = 32,
	IOS_LOCALE = 208,
	IOS_TIE = 216,
	IOS_FILL = 224,
	IOS_BUFFER = 232,
	IOS_CTYPE = 240,
	IOS_BYTES = 264
};

enum insertion {
	INSERTS_AS_IT_IS, /* put, write, flush: whatever the format */
	INSERTS_TEXT,
	INSERTS_NUMBER,
	INSERTS_REAL,
	INSERTS_POINTER
};

/* Announces it, at the call at pc. */
void ios_told(char *ios, enum insertion what, uint64_t pc);

#endif
