/* SPDX-License-Identifier: MIT */
/* cxx_stream.c - std::cout, std::cerr and std::clog on the fast engine
 *
 * While they are what they are at first, they end in fwrite and putc on stdout
 * and stderr.  An insertion is one operation on that stream; the library's own
 * function runs after it without being switched out, and the part of the object
 * that it changes (width, state, fill: all in basic_ios) is logged before.
 * Streams on strings, and these with such a buffer, are cxx_text.c's; others
 * are left to the library: what it does there is unknown, so that such programs
 * run in fork mode.
 */
#include "native/libc/cxx_ios.h"
#include "native/libc/cxx_text.h"
#include "native/threads/piece.h"
#include "native/libc/stream.h"
#include "native/spin.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

extern char _ZSt4cout[] __attribute__((weak));
extern char _ZSt4cerr[] __attribute__((weak));
extern char _ZSt4clog[] __attribute__((weak));
extern void *_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE[]
	__attribute__((weak));

/* Its place is in the stream's vtable. */
static char *ios_of(void *stream)
{
	ptrdiff_t *vtable = *(ptrdiff_t **)stream;

	return (char *)stream + vtable[-3];
}

/* The standard stream that `stream` writes to; NULL: another, or no control. */
static FILE *file_of(void *stream)
{
	void ***buffer;
	FILE *f;

	if (!controlled() || !stream)
		return 0;
	if (stream == _ZSt4cout)
		f = stdout;
	else if (stream == _ZSt4cerr || stream == _ZSt4clog)
		f = stderr;
	else
		return 0;
	buffer = *(void ****)(void *)(ios_of(stream) + IOS_BUFFER);
	/* A vtable starts with two words that objects do not point to. */
	if (!buffer ||
		*buffer !=
			_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE +
				2)
		return 0;
	return f;
}

/* Flags, width, what went wrong: read, and about to change. */
static void keep_ios(char *ios)
{
	for (size_t i = 0; rt.self->spin.watch && i < IOS_BYTES; i += 8)
		spin_state(ios + i, 8, true);
	undo_save(ios, IOS_BYTES);
}

static void begin_quietly(
	struct text_call *c, void *stream, enum insertion what)
{
	ios_told(ios_of(stream), what, c->pc);
	keep_ios(ios_of(stream));
	piece_begin(PIECE_call);
	c->held = true;
}

#define NAME(symbol) NAME_(symbol)
#define NAME_(symbol) #symbol
#define BEGINS(symbol)                                                         \
	{                                                                      \
		.name = NAME(symbol), .pc = CALLER                             \
	}

/* Of a stream on a string the library touches that, too. */
static void begin(
	struct text_call *c, void *stream, enum insertion what, size_t room)
{
	FILE *f = file_of(stream);

	if (f) {
		stream_point(f, OP_io_write, true, c->pc);
		begin_quietly(c, stream, what);
	} else if (text_controlled() && stream) {
		text_point_output(c, ios_of(stream), room);
		text_tell_stream(c, ios_of(stream), true, room);
		text_begin(c);
	}
}

static size_t room_of(enum insertion what)
{
	return what == INSERTS_REAL ? TEXT_ROOM_REAL : TEXT_ROOM;
}

/* --- numbers, characters, manipulators
 * ---------------------------------------------- */

#define INSERT(name, type, what)                                               \
	EXPORT void *name(void *stream, type value)                            \
	{                                                                      \
		TEXT_CALL c = BEGINS(name);                                    \
                                                                               \
		begin(&c, stream, INSERTS_##what, room_of(INSERTS_##what));    \
		return REAL(name)(stream, value);                              \
	}
/* It inserts n bytes; 0: it flushes. */
#define AS_IT_IS(name, n)                                                      \
	EXPORT void *name(void *stream)                                        \
	{                                                                      \
		TEXT_CALL c = BEGINS(name);                                    \
                                                                               \
		if (!file_of(stream) && stream && text_controlled())           \
			text_point_output(&c, ios_of(stream), n);              \
		begin(&c, stream, INSERTS_AS_IT_IS, TEXT_ROOM);                \
		return REAL(name)(stream);                                     \
	}
#define FREE(rest) _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_##rest
#define SETTING(rest)                                                          \
	_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_##rest

INSERT(_ZNSolsEb, _Bool, NUMBER)
INSERT(_ZNSolsEs, short, NUMBER)
INSERT(_ZNSolsEt, unsigned short, NUMBER)
INSERT(_ZNSolsEi, int, NUMBER)
INSERT(_ZNSolsEj, unsigned, NUMBER)
INSERT(_ZNSolsEl, long, NUMBER)
INSERT(_ZNSolsEm, unsigned long, NUMBER)
INSERT(_ZNSolsEx, long long, NUMBER)
INSERT(_ZNSolsEy, unsigned long long, NUMBER)
INSERT(_ZNSolsEf, float, REAL)
INSERT(_ZNSolsEd, double, REAL)
INSERT(_ZNSolsEe, long double, REAL)
INSERT(_ZNSolsEPKv, const void *, POINTER)
INSERT(_ZNSolsEDn, void *, TEXT)
INSERT(_ZNSo9_M_insertIbEERSoT_, _Bool, NUMBER)
INSERT(_ZNSo9_M_insertIlEERSoT_, long, NUMBER)
INSERT(_ZNSo9_M_insertImEERSoT_, unsigned long, NUMBER)
INSERT(_ZNSo9_M_insertIxEERSoT_, long long, NUMBER)
INSERT(_ZNSo9_M_insertIyEERSoT_, unsigned long long, NUMBER)
INSERT(_ZNSo9_M_insertIdEERSoT_, double, REAL)
INSERT(_ZNSo9_M_insertIeEERSoT_, long double, REAL)
INSERT(_ZNSo9_M_insertIPKvEERSoT_, const void *, POINTER)
INSERT(_ZNSo3putEc, char, AS_IT_IS)
INSERT(FREE(c), char, TEXT)
INSERT(FREE(a), signed char, TEXT)
INSERT(FREE(h), unsigned char, TEXT)
AS_IT_IS(_ZNSo5flushEv, 0)
AS_IT_IS(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, 0)
AS_IT_IS(_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, 1)
AS_IT_IS(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, 0)

/* These only set what the next insertion goes by: accesses, no operation. */
#define SET(name, type, field, n)                                              \
	EXPORT void *name(void *stream, type value)                            \
	{                                                                      \
		if (controlled() && stream) {                                  \
			access_write(ios_of(stream) + (field), n, CALLER);     \
			keep_ios(ios_of(stream));                              \
		}                                                              \
		return REAL(name)(stream, value);                              \
	}

SET(SETTING(St5_Setw), int, IOS_WIDTH, 8)
SET(SETTING(St13_Setprecision), int, IOS_PRECISION, 8)
SET(SETTING(St8_Setbase), int, IOS_FLAGS, 4)
SET(SETTING(St8_SetfillIS3_E), char, IOS_FILL, 1)
SET(SETTING(St12_Setiosflags), int, IOS_FLAGS, 4)
SET(SETTING(St14_Resetiosflags), int, IOS_FLAGS, 4)

/* What is not inlined of basic_ios.  fill() fills in a blank when first asked.
 */
#define STATE(rest, result, field, n)                                          \
	EXPORT result _ZNKSt9basic_iosIcSt11char_traitsIcEE##rest(char *ios)   \
	{                                                                      \
		if (controlled()) {                                            \
			access_read(ios + (field), n, CALLER);                 \
			keep_ios(ios);                                         \
		}                                                              \
		return REAL(_ZNKSt9basic_iosIcSt11char_traitsIcEE##rest)(ios); \
	}
#define CHANGE(rest, result, type, field, n)                                   \
	EXPORT result _ZNSt9basic_iosIcSt11char_traitsIcEE##rest(              \
		char *ios, type value)                                         \
	{                                                                      \
		if (controlled()) {                                            \
			access_write(ios + (field), n, CALLER);                \
			keep_ios(ios);                                         \
		}                                                              \
		return REAL(_ZNSt9basic_iosIcSt11char_traitsIcEE##rest)(       \
			ios, value);                                           \
	}

STATE(4fillEv, char, IOS_FILL, 1)
STATE(4goodEv, _Bool, IOS_STATE, 4)
STATE(3eofEv, _Bool, IOS_STATE, 4)
STATE(4failEv, _Bool, IOS_STATE, 4)
STATE(3badEv, _Bool, IOS_STATE, 4)
STATE(cvbEv, _Bool, IOS_STATE, 4)
STATE(ntEv, _Bool, IOS_STATE, 4)
STATE(7rdstateEv, int, IOS_STATE, 4)
STATE(10exceptionsEv, int, IOS_EXCEPTIONS, 4)
STATE(5rdbufEv, void *, IOS_BUFFER, 8)
STATE(3tieEv, void *, IOS_TIE, 8)
CHANGE(4fillEc, char, char, IOS_FILL, 1)
CHANGE(5clearESt12_Ios_Iostate, void, int, IOS_STATE, 4)
CHANGE(8setstateESt12_Ios_Iostate, void, int, IOS_STATE, 4)
CHANGE(10exceptionsESt12_Ios_Iostate, void, int, IOS_EXCEPTIONS, 4)

/* Manipulators are functions, the test's own too. */
EXPORT void *_ZNSolsEPFRSoS_E(void *stream, void *(*f)(void *))
{
	return f(stream);
}

EXPORT void *_ZNSolsEPFRSt8ios_baseS0_E(void *stream, void *(*f)(void *))
{
	f(ios_of(stream));
	return stream;
}

EXPORT void *_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E(
	void *stream, void *(*f)(void *))
{
	f(ios_of(stream));
	return stream;
}

/* --- text
 * ---------------------------------------------------------------------------
 */

/* Reads the text at its own decision points, if it races, and then is where
 * begin() is. */
static void begin_text(struct text_call *c, void *stream, const char **text,
	size_t n, bool string, enum insertion what)
{
	FILE *f = file_of(stream);
	const char *looked;
	bool held;

	if (!f && stream && *text && text_controlled()) {
		text_point_output(
			c, ios_of(stream), string ? strlen(*text) + 1 : n + 1);
		text_tell(c, *text, 1, false);
		n = string ? strlen(*text) + 1 : n;
		text_tell(c, *text + 1, n ? n - 1 : 0, false);
	}
	if (!f || !*text || rt.self->held_by) {
		begin(c, stream, what, n + 1);
		return;
	}
	stream_point(f, OP_io_write, true, c->pc);
	held = stream_hold(f, c->pc);
	if (string) {
		looked = look_string(*text, SIZE_MAX, c->pc);
		n = strlen(looked) + 1;
	} else {
		looked = look(*text, n, c->pc);
	}
	seen(*text, looked, n, c->pc);
	*text = looked;
	if (held)
		stream_drop(f);
	begin_quietly(c, stream, what);
}

#define INSERT_STRING(name)                                                    \
	EXPORT void *name(void *stream, const char *text)                      \
	{                                                                      \
		TEXT_CALL c = BEGINS(name);                                    \
                                                                               \
		begin_text(&c, stream, &text, 0, true, INSERTS_TEXT);          \
		return REAL(name)(stream, text);                               \
	}
#define INSERT_TEXT(name, what)                                                \
	EXPORT void *name(void *stream, const char *text, ptrdiff_t n)         \
	{                                                                      \
		TEXT_CALL c = BEGINS(name);                                    \
                                                                               \
		begin_text(&c, stream, &text, n > 0 ? (size_t)n : 0, false,    \
			INSERTS_##what);                                       \
		return REAL(name)(stream, text, n);                            \
	}

INSERT_STRING(FREE(PKc))
INSERT_STRING(FREE(PKa))
INSERT_STRING(FREE(PKh))
INSERT_TEXT(_ZNSo5writeEPKcl, AS_IT_IS)
INSERT_TEXT(
	_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l,
	TEXT)

#define INSERTS_STRING                                                         \
	_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE

#define REAL_STRING REAL_NAMED(INSERTS_STRING, NAME(INSERTS_STRING), 0)

EXPORT void *INSERTS_STRING(void *stream, const struct text_string *s)
{
	TEXT_CALL c = BEGINS(INSERTS_STRING);
	struct text_string copy;
	const char *text;

	if (!stream || !text_controlled())
		return REAL_STRING(stream, s);
	if (!file_of(stream)) {
		text_point_output(&c, ios_of(stream), s->length + 1);
		text_tell_source(&c, s);
		begin(&c, stream, INSERTS_TEXT, s->length);
		return REAL_STRING(stream, s);
	}
	access_read(s, 2 * sizeof(uint64_t), CALLER);
	copy.bytes = s->bytes;
	copy.length = s->length;
	text = copy.bytes;
	begin_text(&c, stream, &text, copy.length, false, INSERTS_TEXT);
	copy.bytes = (char *)(uintptr_t)text;
	return REAL_STRING(stream, &copy);
}

/* --- how they come to be
 * ---------------------------------------------------------------- */

/* Every unit that includes <iostream> asks for them before main: they are there
 * before the first execution (cxx_streams_init). */
EXPORT void _ZNSt8ios_base4InitC1Ev(void *this)
{
	if (!controlled())
		REAL(_ZNSt8ios_base4InitC1Ev)(this);
}

EXPORT void _ZNSt8ios_base4InitD1Ev(void *this)
{
	if (!controlled())
		REAL(_ZNSt8ios_base4InitD1Ev)(this);
}

/* A cache, filled before the first execution for the classic locale. */
EXPORT void _ZNKSt5ctypeIcE13_M_widen_initEv(void *facet)
{
	REAL(_ZNKSt5ctypeIcE13_M_widen_initEv)(facet);
}

/* Leave to buffer apart from stdio, which need not be taken. */
EXPORT _Bool _ZNSt8ios_base15sync_with_stdioEb(_Bool sync)
{
	return controlled() ? 1 : REAL(_ZNSt8ios_base15sync_with_stdioEb)(sync);
}

void cxx_streams_init(void)
{
	void (*make)(void *) =
		(void (*)(void *))dlsym(RTLD_NEXT, "_ZNSt8ios_base4InitC1Ev");
	void (*widen)(void *) = (void (*)(void *))dlsym(
		RTLD_NEXT, "_ZNKSt5ctypeIcE13_M_widen_initEv");
	static char unused[8];
	void *facet;

	if (!make || !widen || !_ZSt4cout)
		return;
	make(unused);
	facet = *(void **)(void *)(ios_of(_ZSt4cout) + IOS_CTYPE);
	if (facet)
		widen(facet);
	text_init(facet);
}

/* --- std::terminate
 * ------------------------------------------------------------------------ */

struct writable {
	const void *inside; /* of the library */
};

static int save_data(struct dl_phdr_info *info, size_t size, void *data)
{
	struct writable *w = data;
	uint64_t sealed = 0; /* end of what is read-only since it was loaded */
	bool here = false;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + p->p_vaddr;

		here |= p->p_type == PT_LOAD && (uint64_t)w->inside >= at &&
			(uint64_t)w->inside < at + p->p_memsz;
		if (p->p_type == PT_GNU_RELRO)
			sealed = at + p->p_memsz;
	}
	for (int i = 0; here && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + p->p_vaddr;
		uint64_t stop = at + p->p_memsz;

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
			continue;
		if (sealed > at && sealed <= stop)
			at = sealed;
		undo_save((void *)at, stop - at);
	}
	return here;
}

/* The default handler of std::terminate keeps a flag of its own, which nothing
 * can name: all of the library's data is logged. */
EXPORT void _ZN9__gnu_cxx27__verbose_terminate_handlerEv(void)
{
	void (*real)(void) = REAL(_ZN9__gnu_cxx27__verbose_terminate_handlerEv);
	struct writable w = {.inside = (void *)real};

	if (controlled()) {
		stream_point(stderr, OP_io_write, true, CALLER);
		piece_begin(PIECE_call);
		dl_iterate_phdr(save_data, &w);
	}
	real();
}
