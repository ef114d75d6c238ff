/* SPDX-License-Identifier: MIT */
/* mem.c - memcpy and its kin */
#include "native/libc/libc.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

void chk_failed(const char *name, uint64_t pc)
{
	bug(BUG_abort, pc, 0, "buffer overflow detected in %s", name);
}

EXPORT void *LIBC(memcpy)(void *to, const void *from, size_t n)
{
	if (!controlled())
		return REAL(memcpy)(to, from, n);
	copy_bytes(to, from, n, CALLER);
	return to;
}

EXPORT void *LIBC(mempcpy)(void *to, const void *from, size_t n)
{
	if (!controlled())
		return REAL(mempcpy)(to, from, n);
	copy_bytes(to, from, n, CALLER);
	return (char *)to + n;
}

EXPORT void *LIBC(memmove)(void *to, const void *from, size_t n)
{
	if (!controlled())
		return REAL(memmove)(to, from, n);
	move_bytes(to, from, n, CALLER);
	return to;
}

EXPORT void *LIBC(memset)(void *to, int c, size_t n)
{
	if (!controlled())
		return REAL(memset)(to, c, n);
	fill_bytes(to, c, n, CALLER);
	return to;
}

/* What clang 15 and later call for aggregates. */
EXPORT void *__tsan_memcpy(void *to, const void *from, size_t n)
{
	if (!controlled())
		return REAL(memcpy)(to, from, n);
	move_bytes(
		to, from, n, CALLER); /* of itself, too, and that is a store */
	return to;
}

EXPORT void *__tsan_memmove(void *to, const void *from, size_t n)
{
	if (!controlled())
		return REAL(memmove)(to, from, n);
	move_bytes(to, from, n, CALLER);
	return to;
}

EXPORT void *__tsan_memset(void *to, int c, size_t n)
{
	if (!controlled())
		return REAL(memset)(to, c, n);
	fill_bytes(to, c, n, CALLER);
	return to;
}

EXPORT void LIBC(bcopy)(const void *from, void *to, size_t n)
{
	if (controlled())
		move_bytes(to, from, n, CALLER);
	else
		REAL(bcopy)(from, to, n);
}

EXPORT void LIBC(bzero)(void *to, size_t n)
{
	if (controlled())
		fill_bytes(to, 0, n, CALLER);
	else
		REAL(bzero)(to, n);
}

EXPORT void LIBC(explicit_bzero)(void *to, size_t n)
{
	if (controlled())
		fill_bytes(to, 0, n, CALLER);
	else
		REAL(explicit_bzero)(to, n);
}

EXPORT void *LIBC(memccpy)(void *to, const void *from, int c, size_t n)
{
	const char *text, *found;
	size_t length;

	if (!controlled())
		return REAL(memccpy)(to, from, c, n);
	text = look(from, n, CALLER);
	found = memchr(text, c, n);
	length = found ? (size_t)(found - text) + 1 : n;
	seen(from, text, length, CALLER);
	put_bytes(to, text, length, CALLER);
	return found ? (char *)to + length : 0;
}

EXPORT void LIBC(swab)(const void *from, void *to, ssize_t n)
{
	const char *text;

	if (!controlled()) {
		REAL(swab)(from, to, n);
		return;
	}
	if (n < 2)
		return;
	n &= ~(ssize_t)1;
	text = look(from, (size_t)n, CALLER);
	seen(from, text, (size_t)n, CALLER);
	access_write(to, (size_t)n, CALLER);
	REAL(swab)(text, to, n);
}

/* --- reading
 * ------------------------------------------------------------------- */

/* Bytes that a comparison looks at: up to the first that differs. */
static size_t compared(const char *a, const char *b, size_t n)
{
	size_t i = 0;

	for (size_t piece = 4096; piece > 1; piece /= 64)
		while (n - i >= piece && memcmp(a + i, b + i, piece) == 0)
			i += piece;
	while (i < n && a[i] == b[i])
		i++;
	return i < n ? i + 1 : n;
}

static int compare(const void *a, const void *b, size_t n, uint64_t pc)
{
	const char *x = look(a, n, pc), *y = look(b, n, pc);
	size_t length = compared(x, y, n);

	seen(a, x, length, pc);
	seen(b, y, length, pc);
	return memcmp(x, y, n);
}

EXPORT int LIBC(memcmp)(const void *a, const void *b, size_t n)
{
	return controlled() ? compare(a, b, n, CALLER) : REAL(memcmp)(a, b, n);
}

EXPORT int LIBC(bcmp)(const void *a, const void *b, size_t n)
{
	return controlled() ? compare(a, b, n, CALLER) : REAL(bcmp)(a, b, n);
}

int __memcmpeq(const void *a, const void *b, size_t n);

EXPORT int LIBC(__memcmpeq)(const void *a, const void *b, size_t n)
{
	return controlled() ? compare(a, b, n, CALLER)
			    : REAL(__memcmpeq)(a, b, n);
}

EXPORT void *LIBC(memchr)(const void *p, int c, size_t n)
{
	const char *text, *found;

	if (!controlled())
		return REAL(memchr)(p, c, n);
	text = look(p, n, CALLER);
	found = memchr(text, c, n);
	seen(p, text, found ? (size_t)(found - text) + 1 : n, CALLER);
	return found ? (char *)p + (found - text) : 0;
}

EXPORT void *LIBC(memrchr)(const void *p, int c, size_t n)
{
	const char *text, *found;
	size_t at;

	if (!controlled())
		return REAL(memrchr)(p, c, n);
	text = look(p, n, CALLER);
	found = REAL(memrchr)(text, c, n);
	at = found ? (size_t)(found - text) : 0;
	if (text == p)
		access_read((const char *)p + at, n - at, CALLER);
	return found ? (char *)p + at : 0;
}

EXPORT void *LIBC(rawmemchr)(const void *p, int c)
{
	const char *found;

	if (!controlled())
		return REAL(rawmemchr)(p, c);
	found = REAL(rawmemchr)(p, c);
	access_read(p, (size_t)(found - (const char *)p) + 1, CALLER);
	return (void *)found;
}

EXPORT void *LIBC(memmem)(
	const void *p, size_t n, const void *what, size_t length)
{
	const char *text, *sought, *found;

	if (!controlled())
		return REAL(memmem)(p, n, what, length);
	text = look(p, n, CALLER);
	sought = look(what, length, CALLER);
	found = REAL(memmem)(text, n, sought, length);
	seen(p, text, found ? (size_t)(found - text) + length : n, CALLER);
	seen(what, sought, length, CALLER);
	return found ? (char *)p + (found - text) : 0;
}

/* --- with a check of the room (_FORTIFY_SOURCE)
 * ---------------------------------- */

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room);
void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room);
void *__memmove_chk(void *to, const void *from, size_t n, size_t room);
void *__memset_chk(void *to, int c, size_t n, size_t room);

EXPORT void *LIBC(__memcpy_chk)(
	void *to, const void *from, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__memcpy_chk)(to, from, n, room);
	if (n > room)
		chk_failed("memcpy", CALLER);
	copy_bytes(to, from, n, CALLER);
	return to;
}

EXPORT void *LIBC(__mempcpy_chk)(
	void *to, const void *from, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__mempcpy_chk)(to, from, n, room);
	if (n > room)
		chk_failed("mempcpy", CALLER);
	copy_bytes(to, from, n, CALLER);
	return (char *)to + n;
}

EXPORT void *LIBC(__memmove_chk)(
	void *to, const void *from, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__memmove_chk)(to, from, n, room);
	if (n > room)
		chk_failed("memmove", CALLER);
	move_bytes(to, from, n, CALLER);
	return to;
}

EXPORT void *LIBC(__memset_chk)(void *to, int c, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__memset_chk)(to, c, n, room);
	if (n > room)
		chk_failed("memset", CALLER);
	fill_bytes(to, c, n, CALLER);
	return to;
}

/* --- wide characters
 * ---------------------------------------------------------------- */

EXPORT wchar_t *LIBC(wmemcpy)(wchar_t *to, const wchar_t *from, size_t n)
{
	if (!controlled())
		return REAL(wmemcpy)(to, from, n);
	copy_bytes(to, from, n * sizeof *to, CALLER);
	return to;
}

EXPORT wchar_t *LIBC(wmempcpy)(wchar_t *to, const wchar_t *from, size_t n)
{
	if (!controlled())
		return REAL(wmempcpy)(to, from, n);
	copy_bytes(to, from, n * sizeof *to, CALLER);
	return to + n;
}

EXPORT wchar_t *LIBC(wmemmove)(wchar_t *to, const wchar_t *from, size_t n)
{
	if (!controlled())
		return REAL(wmemmove)(to, from, n);
	move_bytes(to, from, n * sizeof *to, CALLER);
	return to;
}

EXPORT wchar_t *LIBC(wmemset)(wchar_t *to, wchar_t c, size_t n)
{
	if (!controlled())
		return REAL(wmemset)(to, c, n);
	for (size_t i = 0; i < n; i++) {
		access_write(&to[i], sizeof *to, CALLER);
		to[i] = c;
	}
	return to;
}

EXPORT wchar_t *LIBC(wcscpy)(wchar_t *to, const wchar_t *from)
{
	if (!controlled())
		return REAL(wcscpy)(to, from);
	copy_bytes(to, from, (REAL(wcslen)(from) + 1) * sizeof *to, CALLER);
	return to;
}

EXPORT wchar_t *LIBC(wcsncpy)(wchar_t *to, const wchar_t *from, size_t n)
{
	size_t length;

	if (!controlled())
		return REAL(wcsncpy)(to, from, n);
	length = REAL(wcsnlen)(from, n);
	copy_bytes(to, from, length * sizeof *to, CALLER);
	fill_bytes(to + length, 0, (n - length) * sizeof *to, CALLER);
	return to;
}

EXPORT wchar_t *LIBC(wcscat)(wchar_t *to, const wchar_t *from)
{
	size_t at;

	if (!controlled())
		return REAL(wcscat)(to, from);
	at = REAL(wcslen)(to);
	access_read(to, (at + 1) * sizeof *to, CALLER);
	copy_bytes(
		to + at, from, (REAL(wcslen)(from) + 1) * sizeof *to, CALLER);
	return to;
}
