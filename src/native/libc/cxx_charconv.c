/* SPDX-License-Identifier: MIT */
/* cxx_charconv.c - std::to_chars of floating point
 *
 * How much it writes is known when it is done: the library writes into memory
 * of ours, and what has come of it is stored.  Integers are templates, a part
 * of the test; std::from_chars is a row of announced.def.
 */
#include "native/libc/libc.h"
#include "native/outside/outside.h"

enum {
	ROOM = 8192 /* LDBL_MAX has 4933 digits */
};

struct written {
	char *end;
	uint64_t error; /* std::errc */
};

static char *least(char *last, const char *first, char *text)
{
	return text + (last - first < ROOM ? last - first : ROOM);
}

static struct written put(struct written w, char *first, char *last,
	const char *text, const char *name, uint64_t pc)
{
	if ((uint32_t)w.error == 0) {
		put_bytes(first, text, (size_t)(w.end - text), pc);
		w.end = first + (w.end - text);
		return w;
	}
	if (last - first > ROOM) /* it might have fitted there */
		unsupported(name, pc);
	w.end = last;
	return w;
}

#define WRITES(symbol, parameters, ...)                                        \
	EXPORT struct written symbol parameters {                              \
		char text[ROOM];                                               \
                                                                               \
		if (!controlled())                                             \
			return REAL(symbol)(first, last, __VA_ARGS__);         \
		return put(REAL(symbol)(text, least(last, first, text),        \
				   __VA_ARGS__),                               \
			first, last, text, "std::to_chars of so many digits",  \
			CALLER);                                               \
	}
#define OF(code, type)                                                         \
	WRITES(_ZSt8to_charsPcS_##code, (char *first, char *last, type value), \
		value)                                                         \
	WRITES(_ZSt8to_charsPcS_##code##St12chars_format,                      \
		(char *first, char *last, type value, int format), value,      \
		format)                                                        \
	WRITES(_ZSt8to_charsPcS_##code##St12chars_formati,                     \
		(char *first, char *last, type value, int format, int digits), \
		value, format, digits)

OF(f, float)
OF(d, double)
OF(e, long double)
