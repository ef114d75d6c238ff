/* SPDX-License-Identifier: MIT */
#include "native/libc/cxx_file.h"
#include "native/libc/cxx_call.h"
#include "native/libc/files.h"
#include "native/libc/stream.h"
#include "native/posix/cancel.h"
#include "native/spin.h"

/* basic_filebuf<char> of libstdc++ 12. */
enum {
	FILE_IN_NEXT = 16,
	FILE_IN_END = 24,
	FILE_OUT_NEXT = 40,
	FILE_OUT_END = 48,
	FILE_LOCALE = 56,
	FILE_PLACES = 64, /* basic_streambuf: how much of its buffer is used */
	FILE_STREAM_OF_C = 104,
	FILE_BASIC = 16,
	FILE_BUFFER = 152,
	FILE_BUFFER_SIZE = 160,
	FILE_BUFFER_IS_OURS = 168, /* it was not given */
	FILE_IS_PUT_BACK = 192,
	FILE_BYTES_ALL = 240
};

extern void *_ZTVSt13basic_filebufIcSt11char_traitsIcEE[] __attribute__((weak));

bool file_buffer(const char *buffer)
{
	/* A table starts with two words that objects do not point to. */
	return _ZTVSt13basic_filebufIcSt11char_traitsIcEE &&
	       *(void *const *)(const void *)buffer ==
		       _ZTVSt13basic_filebufIcSt11char_traitsIcEE + 2;
}

static size_t between(const char *buffer, size_t from, size_t to)
{
	return (size_t)(word(buffer + to) - word(buffer + from));
}

bool file_buffers(const struct text_call *c, const char *buffer)
{
	enum {
		LONG = 1024 /* which goes past the buffer */
	};

	if (c->operation || buffer[FILE_IS_PUT_BACK])
		return false;
	if (c->kind == OP_io_read)
		return c->n <= between(buffer, FILE_IN_NEXT, FILE_IN_END);
	return c->n < LONG &&
	       c->n <= between(buffer, FILE_OUT_NEXT, FILE_OUT_END);
}

void file_point(struct text_call *c, const char *buffer)
{
	c->begun = c->operation = true;
	stream_point((FILE *)(uintptr_t)buffer, c->kind, false, c->pc);
	spin_abandon();
	if (cancel_due(rt.self))
		unsupported("a stream of C++ on a file, in a thread that was "
			    "cancelled",
			c->pc);
	cancel_missed(rt.self);
}

/* Bytes that wait, or were read ahead. */
static void keep(struct text_call *c, const char *buffer, char *bytes, size_t n)
{
	if (!bytes)
		return;
	if (buffer[FILE_BUFFER_IS_OURS])
		undo_save(bytes, n);
	else
		text_tell(c, bytes, n, true);
}

static void keep_all(struct text_call *c, const char *buffer)
{
	keep(c, buffer, word(buffer + FILE_BUFFER),
		*(const size_t *)(const void *)(buffer + FILE_BUFFER_SIZE));
}

void file_tell(struct text_call *c, char *buffer)
{
	text_tell(c, buffer, FILE_PLACES, true);
	if (!file_buffer(buffer) || !text_is_classic(buffer + FILE_LOCALE)) {
		c->elsewhere = true; /* another thread came before */
	} else if (!file_buffers(c, buffer)) {
		text_tell(c, buffer + FILE_PLACES, FILE_BYTES_ALL - FILE_PLACES,
			true);
		keep_all(c, buffer);
	} else if (c->kind != OP_io_read) {
		keep(c, buffer, word(buffer + FILE_OUT_NEXT), c->n);
	}
}

size_t file_left(const char *buffer)
{
	const FILE *f = (const FILE *)word(buffer + FILE_STREAM_OF_C);

	return files_has(f) ? files_left(f) : 0;
}

static void opens(struct text_call *c, uint64_t at)
{
	c->kind = OP_io_write;
	file_point(c, (char *)at);
}

/* One that was not opened is no operation to be done away with. */
static void closes(struct text_call *c, uint64_t at)
{
	char *buffer = (char *)at;

	if (word(buffer + FILE_STREAM_OF_C))
		opens(c, at);
	keep_all(c, buffer);
}

#define OPENS(buffer) opens(&c, buffer)
#define CLOSES(buffer) closes(&c, buffer)

/* --- std::basic_filebuf */

#define BUF(rest) _ZNSt13basic_filebufIcSt11char_traitsIcEE##rest
#define WITH_STRING ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode

CALL(BUF(C1Ev), WRITES(a, FILE_BYTES_ALL))
CALL(BUF(C2Ev), WRITES(a, FILE_BYTES_ALL))
CALL(BUF(C1EOS2_), WRITES(a, FILE_BYTES_ALL); WRITES(b, FILE_BYTES_ALL))
CALL(BUF(C2EOS2_), WRITES(a, FILE_BYTES_ALL); WRITES(b, FILE_BYTES_ALL))
CALL(BUF(D0Ev), CLOSES(a); WRITES(a, FILE_BYTES_ALL))
CALL(BUF(D1Ev), CLOSES(a); WRITES(a, FILE_BYTES_ALL))
CALL(BUF(D2Ev), CLOSES(a); WRITES(a, FILE_BYTES_ALL))
CALL(BUF(aSEOS2_), BUFFER(a, true, 0); BUFFER(b, true, 0))
CALL(BUF(4swapERS2_), BUFFER(a, true, 0); BUFFER(b, true, 0))
CALL(BUF(4openEPKcSt13_Ios_Openmode), BUFFER(a, true, 0))
#define PASTE(a, b) PASTE_(a, b)
#define PASTE_(a, b) a##b
CALL(PASTE(BUF(4open), WITH_STRING), BUFFER(a, true, 0); SOURCE(b))
CALL(BUF(5closeEv), BUFFER(a, true, 0))
CALL(_ZNKSt13basic_filebufIcSt11char_traitsIcEE7is_openEv,
	READS(a, FILE_BYTES_ALL))
/* What a compiler has of it where it expands these. */
CALL(_ZNKSt12__basic_fileIcE7is_openEv, READS(a, sizeof(FILE *)))
CALL(_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t, WRITES(a, FILE_BASIC))
CALL(_ZNSt12__basic_fileIcEC2EP15pthread_mutex_t, WRITES(a, FILE_BASIC))
CALL(_ZNSt12__basic_fileIcED1Ev, WRITES(a, FILE_BASIC);
	c.elsewhere |= word((char *)a) != 0)
CALL(_ZNSt12__basic_fileIcED2Ev, WRITES(a, FILE_BASIC);
	c.elsewhere |= word((char *)a) != 0)
CALL(BUF(4syncEv), BUFFER(a, true, 0))
CALL(BUF(5imbueERKSt6locale), BUFFER(a, true, 0); READS(b, sizeof(void *));
	c.elsewhere |= !text_is_classic((void *)b))
CALL(BUF(6setbufEPcl), BUFFER(a, true, 0))
CALL(BUF(6xsgetnEPcl), HAS(a, d); BUFFER_FILLS(a, b, d))
CALL(BUF(6xsputnEPKcl), FITS(a, d); BUFFER_IS(a, true, 0); READS(b, d))
CALL(BUF(7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode), BUFFER(a, true, 0))
CALL(BUF(7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode), BUFFER(a, true, 0))
CALL(BUF(8overflowEi), BUFFER(a, true, 0))
CALL(BUF(9pbackfailEi), BUFFER(a, true, 0))
CALL(BUF(9showmanycEv), BUFFER(a, true, 0))
CALL(BUF(9underflowEv), BUFFER(a, true, 0))

/* --- the classes of streams: their bytes, where the buffer is in them, and how
 * they are named */

#define CLASS(n, name, bytes)                                                  \
	CALL(OF(n, name, C1Ev), WRITES(a, bytes))                              \
	CALL(OF(n, name, C1EPKcSt13_Ios_Openmode), OPENS(IN(a, bytes));        \
		WRITES(a, bytes))                                              \
	CALL(PASTE(OF(n, name, C1), WITH_STRING), OPENS(IN(a, bytes));         \
		SOURCE(b); WRITES(a, bytes))                                   \
	CALL(OF(n, name, C1EOS2_), WRITES(a, bytes); WRITES(b, bytes))         \
	CALL(OF(n, name, C2Ev), PART_OF(a, b, (bytes)-IOS_BYTES))              \
	CALL(OF(n, name, C2EPKcSt13_Ios_Openmode), OPENS(IN(a, bytes));        \
		PART_OF(a, b, (bytes)-IOS_BYTES))                              \
	CALL(PASTE(OF(n, name, C2), WITH_STRING), OPENS(IN(a, bytes));         \
		SOURCE(d); PART_OF(a, b, (bytes)-IOS_BYTES))                   \
	CALL(OF(n, name, D0Ev), CLOSES(IN(a, bytes)); WRITES(a, bytes))        \
	CALL(OF(n, name, D1Ev), CLOSES(IN(a, bytes)); WRITES(a, bytes))        \
	CALL(OF(n, name, D2Ev), CLOSES(IN(a, bytes));                          \
		PART_OF(a, b, (bytes)-IOS_BYTES))                              \
	CALL(OF(n, name, aSEOS2_), OUTPUT(a, 0); OUTPUT(b, 0);                 \
		WRITES(a, bytes); WRITES(b, bytes))                            \
	CALL(OF(n, name, 4swapERS2_), OUTPUT(a, 0); OUTPUT(b, 0);              \
		WRITES(a, bytes); WRITES(b, bytes))                            \
	CALL(OF(n, name, 4openEPKcSt13_Ios_Openmode), OUTPUT(a, 0))            \
	CALL(PASTE(OF(n, name, 4open), WITH_STRING), OUTPUT(a, 0); SOURCE(b))  \
	CALL(OF(n, name, 5closeEv), OUTPUT(a, 0))                              \
	CALL(OF(n, name, 7is_openEv), READS(IN(a, bytes), FILE_BYTES_ALL))     \
	CALL(OF_CONST(n, name, 7is_openEv),                                    \
		READS(IN(a, bytes), FILE_BYTES_ALL))                           \
	CALL(OF_CONST(n, name, 5rdbufEv), )
#define OF(n, name, rest) _ZNSt##n##name##IcSt11char_traitsIcEE##rest
#define OF_CONST(n, name, rest) _ZNKSt##n##name##IcSt11char_traitsIcEE##rest
#define IN(at, bytes) ((at) + (bytes)-IOS_BYTES - FILE_BYTES_ALL)

CLASS(14, basic_ofstream, 512)
CLASS(14, basic_ifstream, 520)
CLASS(13, basic_fstream, 528)
