/* SPDX-License-Identifier: MIT */
#include "native/libc/cxx_call.h"
#include "native/libc/cxx_console.h"
#include "native/libc/cxx_file.h"
#include "native/libc/cxx_ios.h"
#include "native/libc/libc.h"
#include "native/outside/outside.h"
#include "native/threads/piece.h"

#include <dlfcn.h>

/* basic_stringbuf<char> of libstdc++ 12. */
enum {
	BUFFER_IN_NEXT = 16,
	BUFFER_IN_END = 24,
	BUFFER_OUT_NEXT = 40,
	BUFFER_OUT_END = 48,
	BUFFER_STRING = 72,
	BUFFER_BYTES = 104
};

static const void *table;   /* what a basic_stringbuf begins with */
static const void *classic; /* what the locale "C" points to */

void text_init(void *facet)
{
	void **(*get)(void) =
		(void **(*)(void))dlsym(RTLD_DEFAULT, "_ZNSt6locale7classicEv");
	void (*narrow)(void *) = (void (*)(void *))dlsym(
		RTLD_DEFAULT, "_ZNKSt5ctypeIcE14_M_narrow_initEv");
	char *t = dlsym(RTLD_DEFAULT,
		"_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE");

	if (!t || !get || !narrow)
		return;
	table = t + 2 * sizeof(void *);
	classic = *get();
	if (facet)
		narrow(facet); /* a cache; the other one is full already */
}

bool text_controlled(void)
{
	return controlled() && !rt.self->held_by && !rt.self->silent;
}

static bool is_string(const char *buffer)
{
	return table && word(buffer) == table;
}

static bool is_buffer(const char *buffer)
{
	return buffer && (is_string(buffer) || file_buffer(buffer) ||
				 console_buffer(buffer));
}

bool text_is_classic(const void *locale)
{
	return classic && *(void *const *)locale == classic;
}

bool text_is_stream(const char *ios)
{
	const char *buffer = word(ios + IOS_BUFFER), *tie = word(ios + IOS_TIE);

	return is_buffer(buffer) && (!tie || console_tied(buffer, tie)) &&
	       text_is_classic(ios + IOS_LOCALE);
}

void text_tell(struct text_call *c, const void *p, size_t n, bool write)
{
	if (c->begun) {
		access_also(p, n, write, c->pc);
	} else if (n) {
		c->begun = true;
		access_bytes(p, n, write, c->pc);
	}
}

void text_point(struct text_call *c, const char *buffer, enum op kind, size_t n)
{
	c->kind = kind;
	c->n = n;
	if (c->begun || !buffer)
		return;
	if (console_buffer(buffer))
		console_point(c);
	else if (file_buffer(buffer) && !file_buffers(c, buffer))
		file_point(c, buffer);
}

void text_tell_source(struct text_call *c, const struct text_string *s)
{
	text_tell(c, s, 2 * sizeof(uint64_t), false);
	text_tell(c, s->bytes, s->length, false);
}

static void tell_bytes(struct text_call *c, struct text_string *s)
{
	if (s->bytes != s->local)
		text_tell(c, s->bytes, s->capacity + 1, true);
}

void text_tell_target(struct text_call *c, struct text_string *s)
{
	text_tell(c, s, sizeof *s, true);
	tell_bytes(c, s);
}

/* A width or a precision. */
static size_t number(const char *at)
{
	int64_t n = *(const int64_t *)(const void *)at;

	return n > 0 && n < INT32_MAX ? (size_t)n : 0;
}

static size_t room_for(const char *ios, size_t room)
{
	if (room && room != TEXT_ALL)
		room += number(ios + IOS_WIDTH) + number(ios + IOS_PRECISION);
	return room;
}

void text_point_output(struct text_call *c, const char *ios, size_t room)
{
	enum {
		UNITBUF = 1 << 13
	};
	bool all = !room ||
		   *(const uint32_t *)(const void *)(ios + IOS_FLAGS) & UNITBUF;

	text_point(c, word(ios + IOS_BUFFER), OP_io_write,
		all ? TEXT_ALL : room_for(ios, room));
}

static void tell_buffer(
	struct text_call *c, char *buffer, bool write, size_t room)
{
	struct text_string *s = (void *)(buffer + BUFFER_STRING);
	char *next;
	size_t left;

	if (file_buffer(buffer)) {
		file_tell(c, buffer);
		return;
	}
	if (console_buffer(buffer)) {
		console_tell(c, buffer);
		return;
	}
	text_tell(c, buffer, BUFFER_BYTES, write);
	if (!is_string(buffer)) {
		c->elsewhere = true;
		return;
	}
	if (room == TEXT_ALL) {
		tell_bytes(c, s);
		return;
	}
	next = word(buffer + BUFFER_OUT_NEXT);
	left = (size_t)(word(buffer + BUFFER_OUT_END) - next);
	if (next && room && s->bytes != s->local)
		text_tell(c, next, room < left ? room : left, true);
}

void text_tell_stream(struct text_call *c, char *ios, bool write, size_t room)
{
	char *tie;

	if (!text_is_stream(ios)) {
		c->elsewhere = true;
		return;
	}
	text_tell(c, ios, IOS_BYTES, write);
	if (!text_is_stream(ios)) { /* another thread came before */
		c->elsewhere = true;
		return;
	}
	tie = word(ios + IOS_TIE);
	if (tie) /* it is flushed */
		text_tell(c, ios_of(tie) + IOS_STATE, sizeof(int), false);
	tell_buffer(c, word(ios + IOS_BUFFER), write, room_for(ios, room));
}

void text_tell_buffer(
	struct text_call *c, char *buffer, bool write, size_t room)
{
	if (!is_buffer(buffer)) {
		c->elsewhere = true;
		return;
	}
	tell_buffer(c, buffer, write, room);
}

void text_tell_part(
	struct text_call *c, uint64_t at, uint64_t tables, size_t bytes)
{
	ptrdiff_t *first = *(ptrdiff_t **)tables;

	text_tell(c, (void *)at, bytes, true);
	text_tell(c, (char *)at + first[-3], IOS_BYTES, true);
}

void text_begin(struct text_call *c)
{
	if (c->elsewhere) {
		outside_unknown(c->name, c->pc);
		outside_made(c->name, c->pc);
		return;
	}
	piece_begin(PIECE_call);
	c->held = true;
}

void text_end(struct text_call *c)
{
	if (c->held)
		piece_end();
	if (c->held && c->console)
		console_end();
}

/* --- the calls
 * ---------------------------------------------------------------------
 */

#define INPUT(p) input(&c, (char *)(p), TEXT_ALL, 0)
/* Of n bytes at most. */
#define TAKES(p, n) input(&c, (char *)(p), n, 0)
#define SEEKS(p) seeks(&c, (char *)(p))
#define PUTS_BACK(p) input(&c, (char *)(p), TEXT_ALL, TEXT_ALL)
#define FILLS(p, to, n) input_fills(&c, (char *)(p), to, (int64_t)(n))

/* Behind its table an input stream has the count of the last extraction. */
static void input(struct text_call *c, char *stream, size_t n, size_t room)
{
	text_point(c, word(ios_of(stream) + IOS_BUFFER), OP_io_read, n);
	text_tell_stream(c, ios_of(stream), true, room);
	if (!c->elsewhere)
		text_tell(c, stream + sizeof(void *), sizeof(uint64_t), true);
}

/* What has no place of its own (stdin) is left to the library. */
static void seeks(struct text_call *c, char *stream)
{
	const char *buffer = word(ios_of(stream) + IOS_BUFFER);

	c->elsewhere |= buffer && console_buffer(buffer);
	input(c, stream, TEXT_ALL, 0);
}

/* What it may fill of n bytes at `to`, and a zero. */
static void fills(struct text_call *c, const char *from, uint64_t to, int64_t n)
{
	const char *end = word(from + BUFFER_IN_END);
	int64_t left;

	if (word(from + BUFFER_OUT_NEXT) > end)
		end = word(from + BUFFER_OUT_NEXT);
	left = end - word(from + BUFFER_IN_NEXT) + 1;
	if (file_buffer(from))
		left += (int64_t)file_left(from);
	else if (console_buffer(from))
		left += (int64_t)console_left();
	if (n > 0)
		text_tell(c, (void *)to, (size_t)(n < left ? n : left), true);
}

void text_tell_filled(struct text_call *c, char *from, uint64_t to, int64_t n)
{
	text_tell_buffer(c, from, true, 0);
	if (!c->elsewhere)
		fills(c, from, to, n);
}

static void input_fills(
	struct text_call *c, char *stream, uint64_t to, int64_t n)
{
	input(c, stream, n > 0 ? (size_t)n : 0, 0);
	if (!c->elsewhere)
		fills(c, word(ios_of(stream) + IOS_BUFFER), to, n);
}

/* --- std::basic_stringbuf and what it is made of */

#define BUF(rest) _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE##rest
#define BUF_CONST(rest)                                                        \
	_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE##rest
#define BASE(rest) _ZNSt15basic_streambufIcSt11char_traitsIcEE##rest
#define BASE_CONST(rest) _ZNKSt15basic_streambufIcSt11char_traitsIcEE##rest

enum {
	BASE_BYTES = 64
};

CALL(BASE(C1Ev), WRITES(a, BASE_BYTES))
CALL(BASE(C2Ev), WRITES(a, BASE_BYTES))
CALL(BASE(D1Ev), WRITES(a, BASE_BYTES))
CALL(BASE(D2Ev), WRITES(a, BASE_BYTES))
CALL(BASE(10pubseekoffElSt12_Ios_SeekdirSt13_Ios_Openmode), BUFFER(a, true, 0))
CALL(BASE(10pubseekposESt4fposI11__mbstate_tESt13_Ios_Openmode),
	BUFFER(a, true, 0))
CALL(BASE(5sgetcEv), HAS(a, 1); BUFFER_IS(a, true, 0))
CALL(BASE(5sgetnEPcl), HAS(a, d); BUFFER_FILLS(a, b, d))
CALL(BASE(5sputcEc), FITS(a, 1); BUFFER_IS(a, true, 1))
CALL(BASE(5sputnEPKcl), FITS(a, d); BUFFER_IS(a, true, d); READS(b, d))
CALL(BASE(5uflowEv), BUFFER(a, true, 0))
CALL(BASE(6sbumpcEv), HAS(a, 1); BUFFER_IS(a, true, 0))
CALL(BASE(6snextcEv), HAS(a, 2); BUFFER_IS(a, true, 0))
CALL(BASE(6xsgetnEPcl), HAS(a, d); BUFFER_FILLS(a, b, d))
CALL(BASE(6xsputnEPKcl), FITS(a, d); BUFFER_IS(a, true, d); READS(b, d))
CALL(BASE(7pubsyncEv), BUFFER(a, false, 0))
CALL(BASE(9pubsetbufEPcl), BUFFER(a, true, 0))
CALL(BASE(7sungetcEv), BUFFER(a, true, TEXT_ALL))
CALL(BASE(9sputbackcEc), BUFFER(a, true, TEXT_ALL))
CALL(BASE(8in_availEv), BUFFER(a, true, 0))

/* What classes derived from it call of it, whatever they are. */
CALL(BASE(aSERKS2_), READS(b, BASE_BYTES); WRITES(a, BASE_BYTES))
CALL(BASE(4swapERS2_), WRITES(b, BASE_BYTES); WRITES(a, BASE_BYTES))
CALL(BASE(C1ERKS2_), READS(b, BASE_BYTES); WRITES(a, BASE_BYTES))
CALL(BASE(C2ERKS2_), READS(b, BASE_BYTES); WRITES(a, BASE_BYTES))
CALL(BASE(12__safe_gbumpEl), WRITES(a, BASE_BYTES))
CALL(BASE(12__safe_pbumpEl), WRITES(a, BASE_BYTES))
CALL(BASE(4setgEPcS3_S3_), WRITES(a, BASE_BYTES))
CALL(BASE(4setpEPcS3_), WRITES(a, BASE_BYTES))
CALL(BASE(5gbumpEi), WRITES(a, BASE_BYTES))
CALL(BASE(5pbumpEi), WRITES(a, BASE_BYTES))
CALL(BASE_CONST(4gptrEv), READS(a, BASE_BYTES))
CALL(BASE_CONST(4pptrEv), READS(a, BASE_BYTES))
CALL(BASE_CONST(5ebackEv), READS(a, BASE_BYTES))
CALL(BASE_CONST(5egptrEv), READS(a, BASE_BYTES))
CALL(BASE_CONST(5epptrEv), READS(a, BASE_BYTES))
CALL(BASE_CONST(5pbaseEv), READS(a, BASE_BYTES))

#define BUFFER_MAKES(rest, tells)                                              \
	CALL(BUF(C1##rest), WRITES(a, BUFFER_BYTES); tells)                    \
	CALL(BUF(C2##rest), WRITES(a, BUFFER_BYTES); tells)

BUFFER_MAKES(Ev, )
BUFFER_MAKES(ESt13_Ios_Openmode, )
BUFFER_MAKES(ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode, SOURCE(b))
BUFFER_MAKES(EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode, TARGET(b))
BUFFER_MAKES(EOS4_, WRITES(b, BUFFER_BYTES))
CALL(BUF(D0Ev), WRITES(a, BUFFER_BYTES))
CALL(BUF(D1Ev), WRITES(a, BUFFER_BYTES))
CALL(BUF(D2Ev), WRITES(a, BUFFER_BYTES))
CALL(BUF(aSEOS4_), BUFFER(a, true, 0); BUFFER(b, true, 0))
CALL(BUF(4swapERS4_), BUFFER(a, true, 0); BUFFER(b, true, 0))
CALL(BUF(3strERKNS_12basic_stringIcS2_S3_EE), SOURCE(b);
	BUFFER(a, true, TEXT_ALL))
CALL(BUF(3strEONS_12basic_stringIcS2_S3_EE), TARGET(b);
	BUFFER(a, true, TEXT_ALL))
CALL(BUF_CONST(3strEv), RESULT(a); BUFFER(b, false, 0))
CALL(BUF_CONST(4viewEv), BUFFER(a, false, 0))
CALL(_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv,
	RESULT(a);
	BUFFER(b, false, 0))
CALL(BUF(14__xfer_bufptrsC1ERKS4_PS4_), WRITES(a, 56); READS(b, BUFFER_BYTES))
CALL(BUF(14__xfer_bufptrsC2ERKS4_PS4_), WRITES(a, 56); READS(b, BUFFER_BYTES))
/* Of this class alone: where it is called of a derived one it is told as such.
 */
CALL(BUF(15_M_update_egptrEv), WRITES(a, BUFFER_BYTES))
CALL(BUF(17_M_stringbuf_initESt13_Ios_Openmode), WRITES(a, BUFFER_BYTES))
CALL(BUF(7_M_syncEPcmm), WRITES(a, BUFFER_BYTES))
CALL(BUF(8_M_pbumpEPcS5_l), WRITES(a, BUFFER_BYTES))
CALL(BUF(6setbufEPcl), BUFFER(a, true, 0))
CALL(BUF(7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode), BUFFER(a, true, 0))
CALL(BUF(7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode), BUFFER(a, true, 0))
CALL(BUF(8overflowEi), BUFFER(a, true, TEXT_ALL))
CALL(BUF(9pbackfailEi), BUFFER(a, true, TEXT_ALL))
CALL(BUF(9showmanycEv), BUFFER(a, true, 0))
CALL(BUF(9underflowEv), BUFFER(a, true, 0))

/* --- the classes of streams on strings: their bytes, and how they are named */

#define CLASS(n, name, bytes)                                                  \
	CALL(OF(n, name, C1Ev), WRITES(a, bytes))                              \
	CALL(OF(n, name, C1ESt13_Ios_Openmode), WRITES(a, bytes))              \
	CALL(OF(n, name, C1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),   \
		SOURCE(b);                                                     \
		WRITES(a, bytes))                                              \
	CALL(OF(n, name, C1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),    \
		TARGET(b);                                                     \
		WRITES(a, bytes))                                              \
	CALL(OF(n, name, C1EOS4_), WRITES(a, bytes); WRITES(b, bytes))         \
	CALL(OF(n, name, D0Ev), WRITES(a, bytes))                              \
	CALL(OF(n, name, D1Ev), WRITES(a, bytes))                              \
	CALL(OF(n, name, aSEOS4_), OUTPUT(a, 0); OUTPUT(b, 0);                 \
		WRITES(a, bytes); WRITES(b, bytes))                            \
	CALL(OF(n, name, 4swapERS4_), OUTPUT(a, 0); OUTPUT(b, 0);              \
		WRITES(a, bytes); WRITES(b, bytes))                            \
	CALL(OF(n, name, 3strERKNS_12basic_stringIcS2_S3_EE), SOURCE(b);       \
		BUFFER(a + (bytes)-IOS_BYTES - BUFFER_BYTES, true, TEXT_ALL))  \
	CALL(OF(n, name, 3strEONS_12basic_stringIcS2_S3_EE), TARGET(b);        \
		BUFFER(a + (bytes)-IOS_BYTES - BUFFER_BYTES, true, TEXT_ALL))  \
	CALL(OF_CONST(n, name, 3strEv), RESULT(a);                             \
		BUFFER(b + (bytes)-IOS_BYTES - BUFFER_BYTES, false, 0))        \
	CALL(OF_SHARED(n, name, 3strEv), RESULT(a);                            \
		BUFFER(b + (bytes)-IOS_BYTES - BUFFER_BYTES, false, 0))        \
	CALL(OF_CONST(n, name, 4viewEv),                                       \
		BUFFER(a + (bytes)-IOS_BYTES - BUFFER_BYTES, false, 0))        \
	CALL(OF_CONST(n, name, 5rdbufEv), )
#define OF(n, name, rest)                                                      \
	_ZNSt7__cxx11##n##name##IcSt11char_traitsIcESaIcEE##rest
#define OF_CONST(n, name, rest)                                                \
	_ZNKSt7__cxx11##n##name##IcSt11char_traitsIcESaIcEE##rest
#define OF_SHARED(n, name, rest)                                               \
	_ZNKRSt7__cxx11##n##name##IcSt11char_traitsIcESaIcEE##rest

#define PART(n, name, bytes)                                                   \
	CALL(OF(n, name, C2Ev), PART_OF(a, b, bytes))                          \
	CALL(OF(n, name, C2ESt13_Ios_Openmode), PART_OF(a, b, bytes))          \
	CALL(OF(n, name, C2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),   \
		SOURCE(d);                                                     \
		PART_OF(a, b, bytes))                                          \
	CALL(OF(n, name, D2Ev), PART_OF(a, b, bytes))

PART(19, basic_ostringstream, 112)
PART(19, basic_istringstream, 120)
PART(18, basic_stringstream, 128)
CLASS(19, basic_ostringstream, 376)
CLASS(19, basic_istringstream, 384)
CLASS(18, basic_stringstream, 392)

/* --- std::basic_ios and its base, whatever the stream */

/* To the locale that it has; the old one is the result. */
static void imbues(struct text_call *c, uint64_t result, uint64_t ios,
	uint64_t locale, size_t bytes)
{
	char *at = (char *)ios;

	text_tell(c, (void *)locale, sizeof classic, false);
	text_tell(c, at, bytes, true);
	text_tell(c, (void *)result, sizeof classic, true);
	if (!text_is_classic((void *)locale) ||
		!text_is_classic(at + IOS_LOCALE) ||
		(bytes == IOS_BYTES && word(at + IOS_BUFFER) &&
			!is_buffer(word(at + IOS_BUFFER))))
		c->elsewhere = true;
	else if (bytes == IOS_BYTES && word(at + IOS_BUFFER))
		tell_buffer(c, word(at + IOS_BUFFER), true, 0);
}

#define IOS(rest) _ZNSt9basic_iosIcSt11char_traitsIcEE##rest

enum {
	IOS_BASE_BYTES = 216
};

CALL(_ZNSt8ios_baseC2Ev, WRITES(a, IOS_BASE_BYTES))
CALL(_ZNSt8ios_baseD2Ev, WRITES(a, IOS_BASE_BYTES))
CALL(_ZNSt8ios_base7_M_initEv, WRITES(a, IOS_BASE_BYTES))
CALL(_ZNSt8ios_base7_M_moveERS_, WRITES(a, IOS_BASE_BYTES);
	WRITES(b, IOS_BASE_BYTES))
CALL(_ZNSt8ios_base7_M_swapERS_, WRITES(a, IOS_BASE_BYTES);
	WRITES(b, IOS_BASE_BYTES))
CALL(_ZNSt8ios_base5imbueERKSt6locale, imbues(&c, a, b, d, IOS_BASE_BYTES))
CALL(IOS(5imbueERKSt6locale), imbues(&c, a, b, d, IOS_BYTES))
CALL(IOS(15_M_cache_localeERKSt6locale), READS(b, sizeof classic);
	WRITES(a, IOS_BYTES))
CALL(IOS(4initEPSt15basic_streambufIcS1_E), WRITES(a, IOS_BYTES))
CALL(IOS(C1EPSt15basic_streambufIcS1_E), WRITES(a, IOS_BYTES))
CALL(IOS(C2EPSt15basic_streambufIcS1_E), WRITES(a, IOS_BYTES))
CALL(IOS(C1Ev), WRITES(a, IOS_BYTES))
CALL(IOS(C2Ev), WRITES(a, IOS_BYTES))
CALL(IOS(D1Ev), WRITES(a, IOS_BYTES))
CALL(IOS(D2Ev), WRITES(a, IOS_BYTES))
CALL(IOS(4moveERS2_), WRITES(a, IOS_BYTES); WRITES(b, IOS_BYTES))
CALL(IOS(4swapERS2_), WRITES(a, IOS_BYTES); WRITES(b, IOS_BYTES))
CALL(IOS(9set_rdbufEPSt15basic_streambufIcS1_E), WRITES(a, IOS_BYTES))
CALL(IOS(5rdbufEPSt15basic_streambufIcS1_E), WRITES(a, IOS_BYTES))
CALL(IOS(3tieEPSo), WRITES(a, IOS_BYTES))
CALL(IOS(11_M_setstateESt12_Ios_Iostate), WRITES(a, IOS_BYTES))
CALL(_ZNKSt9basic_iosIcSt11char_traitsIcEE5widenEc, READS(a, IOS_BYTES))

/* --- input */

#define EXTRACTS(code, n) CALL(_ZNSirsER##code, INPUT(a); WRITES(b, n))
#define EXTRACTS_BY(code, n)                                                   \
	CALL(_ZNSi10_M_extractI##code##EERSiRT_, INPUT(a); WRITES(b, n))
#define FREE(rest) _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_##rest
#define BYTES(rest) _ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_##rest
#define WITH_STRING(rest)                                                      \
	IcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE##rest

EXTRACTS(b, 1)
EXTRACTS(s, 2)
EXTRACTS(t, 2)
EXTRACTS(i, 4)
EXTRACTS(j, 4)
EXTRACTS(l, 8)
EXTRACTS(m, 8)
EXTRACTS(x, 8)
EXTRACTS(y, 8)
EXTRACTS(f, 4)
EXTRACTS(d, 8)
EXTRACTS(e, 10)
EXTRACTS(Pv, 8)
EXTRACTS_BY(b, 1)
EXTRACTS_BY(t, 2)
EXTRACTS_BY(j, 4)
EXTRACTS_BY(l, 8)
EXTRACTS_BY(m, 8)
EXTRACTS_BY(x, 8)
EXTRACTS_BY(y, 8)
EXTRACTS_BY(f, 4)
EXTRACTS_BY(d, 8)
EXTRACTS_BY(e, 10)
EXTRACTS_BY(Pv, 8)
CALL(FREE(RS3_), INPUT(a); WRITES(b, 1))
CALL(BYTES(Ra), INPUT(a); WRITES(b, 1))
CALL(BYTES(Rh), INPUT(a); WRITES(b, 1))

#define PASTE(a, b) PASTE_(a, b)
#define PASTE_(a, b) a##b
CALL(PASTE(_ZStrs, WITH_STRING()), INPUT(a); TARGET(b))
CALL(PASTE(_ZSt7getline, WITH_STRING()), INPUT(a); TARGET(b))
CALL(PASTE(_ZSt7getline, WITH_STRING(S4_)), INPUT(a); TARGET(b))
CALL(_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_, INPUT(a))
CALL(_ZNKSi6gcountEv, READS(a + 8, 8))
CALL(_ZNSi3getEv, TAKES(a, 1))
CALL(_ZNSi3getERc, TAKES(a, 1); WRITES(b, 1))
CALL(_ZNSi3getEPcl, FILLS(a, b, d))
CALL(_ZNSi3getEPclc, FILLS(a, b, d))
CALL(_ZNSi7getlineEPcl, FILLS(a, b, d))
CALL(_ZNSi7getlineEPclc, FILLS(a, b, d))
CALL(_ZNSi4readEPcl, FILLS(a, b, d))
CALL(_ZNSi8readsomeEPcl, FILLS(a, b, d))
CALL(_ZSt17__istream_extractRSiPcl, FILLS(a, b, d))
CALL(_ZNSi4peekEv, TAKES(a, 1))
CALL(_ZNSi4syncEv, INPUT(a))
CALL(_ZNSi5ungetEv, PUTS_BACK(a))
CALL(_ZNSi7putbackEc, PUTS_BACK(a))
CALL(_ZNSi6ignoreEv, TAKES(a, 1))
CALL(_ZNSi6ignoreEl, INPUT(a))
CALL(_ZNSi6ignoreEli, INPUT(a))
CALL(_ZNSi5tellgEv, SEEKS(a))
CALL(_ZNSi5seekgElSt12_Ios_Seekdir, SEEKS(a))
CALL(_ZNSi5seekgESt4fposI11__mbstate_tE, SEEKS(a))
CALL(_ZNSi6sentryC1ERSib, INPUT(b); WRITES(a, 1))
CALL(_ZNSi6sentryC2ERSib, INPUT(b); WRITES(a, 1))

/* --- output that cxx_stream.c has not */

CALL(_ZNSo5tellpEv, OUTPUT(a, 0))
CALL(_ZNSo5seekpElSt12_Ios_Seekdir, OUTPUT(a, 0))
CALL(_ZNSo5seekpESt4fposI11__mbstate_tE, OUTPUT(a, 0))
CALL(_ZNSo6sentryC1ERSo, OUTPUT(b, 0); WRITES(a, 16))
CALL(_ZNSo6sentryC2ERSo, OUTPUT(b, 0); WRITES(a, 16))
CALL(_ZNKSo6sentrycvbEv, READS(a, 1))
CALL(_ZNKSi6sentrycvbEv, READS(a, 1))
CALL(_ZNSo6sentryD1Ev, READS(a, 16); OUTPUT(*(uint64_t *)(a + 8), 0))
CALL(_ZNSo6sentryD2Ev, READS(a, 16); OUTPUT(*(uint64_t *)(a + 8), 0))
