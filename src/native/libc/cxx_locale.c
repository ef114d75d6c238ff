/* SPDX-License-Identifier: MIT */
/* cxx_locale.c - std::locale, as long as it is "C"
 *
 * A std::locale is a pointer.  What the classic one points to is static and
 * counts nobody, so that copies of it are loads and stores of that pointer. Any
 * other one, and changing the global one, is not known.
 */
#include "native/libc/cxx_text.h"
#include "native/libc/libc.h"

enum {
	BYTES = 8,
	BUFFER_LOCALE = 56 /* in basic_streambuf of libstdc++ 12 */
};

static void reads(struct text_call *c, const void *locale)
{
	text_tell(c, locale, BYTES, false);
	if (!text_is_classic(locale))
		c->elsewhere = true;
}

#define CALL(symbol, type, tells)                                              \
	type symbol(void *this, const void *other);                            \
	EXPORT type symbol(void *this, const void *other)                      \
	{                                                                      \
		TEXT_CALL c = {.name = NAME(symbol), .pc = CALLER};            \
                                                                               \
		if (text_controlled()) {                                       \
			tells;                                                 \
			text_begin(&c);                                        \
		}                                                              \
		return REAL(symbol)(this, other);                              \
	}
#define NAME(symbol) NAME_(symbol)
#define NAME_(symbol) #symbol
#define COPIES                                                                 \
	reads(&c, other);                                                      \
	text_tell(&c, this, BYTES, true)

CALL(_ZNSt6localeC1ERKS_, void, COPIES)
CALL(_ZNSt6localeC2ERKS_, void, COPIES)
CALL(_ZNSt6localeaSERKS_, void *, reads(&c, this); COPIES)
CALL(_ZNSt6localeD1Ev, void, reads(&c, this))
CALL(_ZNSt6localeD2Ev, void, reads(&c, this))
CALL(_ZNKSt6localeeqERKS_, _Bool, reads(&c, this); reads(&c, other))
CALL(_ZNKSt6locale4nameB5cxx11Ev, void *,
	text_tell(&c, this, sizeof(struct text_string), true);
	reads(&c, other))

/* The global one: which it is shows in what was copied. */
#define COPIES_GLOBAL(symbol)                                                  \
	void symbol(void *this);                                               \
	EXPORT void symbol(void *this)                                         \
	{                                                                      \
		TEXT_CALL c = {.name = NAME(symbol), .pc = CALLER};            \
                                                                               \
		if (text_controlled())                                         \
			text_tell(&c, this, BYTES, true);                      \
		REAL(symbol)(this);                                            \
		if (c.begun && !text_is_classic(this)) {                       \
			c.elsewhere = true;                                    \
			text_begin(&c);                                        \
		}                                                              \
	}

COPIES_GLOBAL(_ZNSt6localeC1Ev)
COPIES_GLOBAL(_ZNSt6localeC2Ev)

/* A stream's buffer holds one. */
CALL(_ZNKSt15basic_streambufIcSt11char_traitsIcEE6getlocEv, void *,
	text_tell(&c, this, BYTES, true);
	reads(&c, (const char *)other + BUFFER_LOCALE))

/* --- facets: the classic locale has those of the library
 * --------------------------------------------------------------------- */

#define FACETS(type)                                                           \
	CALL(_ZSt9use_facetI##type##ERKT_RKSt6locale, void *, reads(&c, this)) \
	CALL(_ZSt9has_facetI##type##EbRKSt6locale, _Bool, reads(&c, this))

FACETS(St8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE)
FACETS(St8time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE)
FACETS(NSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEE)
FACETS(St5ctypeIcE)
FACETS(St7collateIcE)
FACETS(NSt7__cxx117collateIcEE)
FACETS(St8numpunctIcE)
FACETS(NSt7__cxx118numpunctIcEE)
FACETS(St7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE)
FACETS(St7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE)
FACETS(St7codecvtIcc11__mbstate_tE)

/* Where a facet has its place: given at the first question. */
CALL(_ZNKSt6locale2id5_M_idEv, size_t,
	text_tell(&c, this, sizeof(size_t), false);
	c.elsewhere = !*(size_t *)this)

/* What orders strings: a string as result, of the bytes from `from` to `to`. */
#define TRANSFORMS(symbol)                                                     \
	void *symbol(void *result, const void *this, const char *from,         \
		const char *to);                                               \
	EXPORT void *symbol(void *result, const void *this, const char *from,  \
		const char *to)                                                \
	{                                                                      \
		TEXT_CALL c = {.name = NAME(symbol), .pc = CALLER};            \
                                                                               \
		if (text_controlled()) {                                       \
			text_tell(&c, from, (size_t)(to - from), false);       \
			text_tell(                                             \
				&c, result, sizeof(struct text_string), true); \
			text_begin(&c);                                        \
		}                                                              \
		return REAL(symbol)(result, this, from, to);                   \
	}

TRANSFORMS(_ZNKSt7__cxx117collateIcE9transformEPKcS3_)
TRANSFORMS(_ZNKSt7__cxx117collateIcE12do_transformEPKcS3_)
