/* SPDX-License-Identifier: MIT */
#include "native/outside/library_call.h"
#include "channel/kernel.h"
#include "native/heap/asked.h"
#include "native/libc/libc.h"
#include "native/outside/outside_slots.h"
#include "native/posix/cancel.h"
#include "native/races/shadow.h"
#include "native/rewinding/undo.h"
#include "native/spin.h"
#include "native/threads/piece.h"

#include <string.h>

enum {
	OWNED_MOST = 64 /* blocks of one handle */
};

struct call {
	const uint64_t *argument;
	const void *function;
	uint64_t pc;
	unsigned library; /* as blocks have it */
	bool begun, unknown, files;
};

static const struct row {
	const char *library, *names;
} rows[] = {
#define LIBRARY(library, names, what) {library, names},
#include "channel/libraries.def"
#undef LIBRARY
};
_Static_assert(sizeof rows / sizeof *rows + ASKED_KNOWN < 64,
	"a bit of `strange` for each");

static bool has_name(const char *names, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = names; *at;) {
		size_t length = strcspn(at, " ");

		if (length == n && strncmp(at, name, n) == 0)
			return true;
		at += length + strspn(at + length, " ");
	}
	return false;
}

int library_call_row(const char *library, const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strncmp(library, rows[i].library,
			    strlen(rows[i].library)) == 0 &&
			has_name(rows[i].names, name))
			return (int)i;
	return -1;
}

/* All rows of a library have the number of its first one. */
static unsigned number_of(int row)
{
	int first = row;

	while (first && strcmp(rows[first - 1].library, rows[row].library) == 0)
		first--;
	return ASKED_KNOWN + (unsigned)first;
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room);
void *__memmove_chk(void *to, const void *from, size_t n, size_t room);
void *__memset_chk(void *to, int c, size_t n, size_t room);

/* Its own copies are part of the call, which told what they touch: where they
 * race nobody is to go on in the middle of it. */
static void by_itself(const void *function)
{
	outside_lead(function, "memcpy", (void *)REAL(memcpy));
	outside_lead(function, "memmove", (void *)REAL(memmove));
	outside_lead(function, "memset", (void *)REAL(memset));
	outside_lead(function, "memcmp", (void *)REAL(memcmp));
	outside_lead(function, "memchr", (void *)REAL(memchr));
	outside_lead(function, "strlen", (void *)REAL(strlen));
	outside_lead(function, "__memcpy_chk", (void *)REAL(__memcpy_chk));
	outside_lead(function, "__memmove_chk", (void *)REAL(__memmove_chk));
	outside_lead(function, "__memset_chk", (void *)REAL(__memset_chk));
}

void library_call_found(int row, const void *function)
{
	uint64_t start, end;

	if (!outside_code_of(function, &start, &end) ||
		asked_number(start) >= ASKED_KNOWN)
		return;
	asked_by_library(number_of(row), start, end);
	by_itself(function);
}

static uint64_t strange; /* bits of numbers of libraries; rewound */

void library_call_unknown(const void *function)
{
	unsigned number = asked_number((uint64_t)function);

	if (number < ASKED_KNOWN || strange >> number & 1)
		return;
	undo_save8(&strange);
	strange |= 1ull << number;
}

/* --- words of libraries.def
 * ----------------------------------------------------------------------- */

static void tell(struct call *c, const void *p, size_t n, bool write)
{
	if (!n || c->unknown)
		return;
	/* More than the block has: how far the library really goes nobody
	 * knows. */
	if (in_heap((uint64_t)p) && !asked_fits((uint64_t)p, n)) {
		c->unknown = true;
		return;
	}
	if (c->begun)
		access_also(p, n, write, c->pc);
	else
		access_bytes(p, n, write, c->pc);
	c->begun = true;
}

static void both(struct call *c, const void *p, size_t n)
{
	tell(c, p, n, false);
	if (!c->unknown)
		access_also(p, n, true, c->pc);
}

static uint64_t word(const void *p, size_t at)
{
	uint64_t w;

	memcpy(&w, (const char *)p + at, sizeof w);
	return w;
}

static uint32_t half(const void *p, size_t at)
{
	uint32_t w;

	memcpy(&w, (const char *)p + at, sizeof w);
	return w;
}

static bool is_new(const uint64_t *blocks, size_t n, uint64_t block)
{
	for (size_t i = 0; i < n; i++)
		if (blocks[i] == block)
			return false;
	return true;
}

/* A block of the library's, and what words in it lead to further ones: all of
 * them are what the handle has, as far as anybody but the library can tell. */
static void owned(struct call *c, uint64_t first)
{
	uint64_t blocks[OWNED_MOST] = {first};
	size_t n = 1, size;

	spin_abandon();
	if (!asked_size(first, c->library)) {
		c->unknown |= first != 0;
		return;
	}
	for (size_t i = 0; i < n && !c->unknown; i++) {
		size = asked_size(blocks[i], c->library);
		both(c, (void *)blocks[i], size);
		for (size_t at = 0; at + 8 <= size; at += 8) {
			uint64_t w = word((void *)blocks[i], at);

			if (!in_heap(w) || !asked_size(w, c->library) ||
				!is_new(blocks, n, w))
				continue;
			if (n == OWNED_MOST)
				c->unknown = true;
			else
				blocks[n++] = w;
		}
	}
}

static void callback(struct call *c, const void *p, size_t at)
{
	uint64_t code = word(p, at);

	c->unknown |= code && !outside_is_foreign(code);
}

/* What a dictionary has: the function itself tells, and does nothing else,
 * where there is no room for it. */
static uint32_t zlib_dictionary(const struct call *c)
{
	int (*ask)(void *stream, void *room, uint32_t *length);
	void *stream = (void *)c->argument[0];
	uint32_t n = 0;

	memcpy(&ask, &c->function, sizeof ask);
	if (stream && !c->unknown)
		ask(stream, NULL, &n);
	return n;
}

/* --- calls that make calls of ours
 * --------------------------------------------------------------- */

typedef uint64_t function(
	uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

static function *next; /* of the call that was announced last */

static uint64_t in_one_piece(
	uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)
{
	uint64_t result;

	piece_begin(PIECE_call);
	result = next(a, b, c, d, e, f);
	piece_end();
	return result;
}

/* All such calls are operations on one object; which files they touch tell the
 * calls of ours that they make. */
static void files(struct call *c)
{
	sched_point(OP_outside, kernel_object(KERNEL_OUTSIDE, 0), 0, c->pc);
	spin_abandon();
	c->files = c->begun = true;
	if (cancel_due(rt.self))
		unsupported("a file of zlib's, in a thread that was cancelled",
			c->pc);
	cancel_missed(rt.self);
}

#define P(i) ((void *)argument[i])
#define N(i) argument[i]
#define I(i) ((uint32_t)argument[i])
#define READ(p, n) tell(&c, p, n, false)
#define WRITE(p, n) tell(&c, p, n, true)
#define BOTH(p, n) both(&c, p, n)
#define SIZE(p) word(p, 0)
#define OWNED(p) owned(&c, (uint64_t)(p))
#define HANDLE(p, n, at)                                                       \
	do {                                                                   \
		both(&c, p, n);                                                \
		if (!c.unknown)                                                \
			owned(&c, word(p, at));                                \
	} while (0)
#define IN(p, at, n) tell(&c, (void *)word(p, at), half(p, n), false)
#define OUT(p, at, n) tell(&c, (void *)word(p, at), half(p, n), true)
#define TEXT(p) tell(&c, p, strlen(p) + 1, false)
#define FILES() files(&c)
#define CALLBACK(p, at) callback(&c, p, at)
#define UNKNOWN_IF(so) c.unknown |= (so)

/* z_stream */
#define ZLIB(p)                                                                \
	do {                                                                   \
		HANDLE(p, 112, 56);                                            \
		CALLBACK(p, 64);                                               \
		CALLBACK(p, 72);                                               \
		IN(p, 0, 8);                                                   \
		OUT(p, 24, 32);                                                \
	} while (0)
#define ZLIB_DICTIONARY() zlib_dictionary(&c)
/* bz_stream */
#define BZIP2(p)                                                               \
	do {                                                                   \
		HANDLE(p, 80, 48);                                             \
		CALLBACK(p, 56);                                               \
		CALLBACK(p, 64);                                               \
		IN(p, 0, 8);                                                   \
		OUT(p, 24, 32);                                                \
	} while (0)
/* ZSTD_inBuffer, ZSTD_outBuffer: where, how many, and how far it has come */
#define ZSTD_ROOM(p, HOW)                                                      \
	if (!c.unknown && word(p, 16) < word(p, 8))                            \
	HOW((char *)word(p, 0) + word(p, 16), word(p, 8) - word(p, 16))

void *library_call(int row, void *called, const uint64_t *argument, uint64_t pc)
{
	struct call c = {
		argument, called, pc, number_of(row), false, false, false};

	enum {
		FIRST = __COUNTER__ + 1
	};

	/* (Its own blocks have new memory in any case: reuse.h.) */
	if (strange >> c.library & 1)
		return 0;
	switch (row) {
#define LIBRARY(library, names, what)                                          \
	case __COUNTER__ - FIRST:                                              \
		what;                                                          \
		break;
#include "channel/libraries.def"
#undef LIBRARY
	default:
		break;
	}
	if (c.unknown || !c.files)
		return c.unknown ? 0 : called;
	next = (function *)called;
	return (void *)in_one_piece;
}
