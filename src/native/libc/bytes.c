/* SPDX-License-Identifier: MIT */
/* bytes.c - announced copies, part by part where a call site races */
#include "native/libc/libc.h"
#include "native/coarse.h"
#include "native/races/shadow.h"

#include <string.h>

bool site_races(uint64_t pc)
{
	return unlikely(rt.points) && rt.on && rt.racing && !rt.self->held_by &&
	       point_has(pc);
}

void access_also(const void *p, size_t n, bool write, uint64_t pc)
{
	if (!site_races(pc)) {
		access_bytes(p, n, write, pc);
	} else if (n) {
		coarse_now();
		access_told((uint64_t)p, n, write ? ACC_WRITE : ACC_READ, pc);
		caveat(CAVEAT_may_tear,
			"%zu bytes, by a library function that may go byte by "
			"byte",
			n);
	}
}

/* Bytes up to the next 8-byte boundary of either address. */
static size_t part(const void *a, const void *b, size_t n)
{
	size_t room = 8 - ((uintptr_t)a & 7), other = 8 - ((uintptr_t)b & 7);

	if (other < room)
		room = other;
	return n < room ? n : room;
}

/* A copy of so many bytes is made by instructions that divide no word of it:
 * one of its size, or whole words in a row.  Others, of 3 or of 7 bytes, are
 * made of pieces that overlap, and strings may be gone through byte by byte. */
static bool whole(const void *to, const void *from, size_t n)
{
	size_t unit = n % 8 == 0 ? 8 : n;
	uintptr_t both = (uintptr_t)to | (uintptr_t)from;

	return unit && !(unit & (unit - 1)) && unit <= 8 && both % unit == 0;
}

/* Words are taken one by one from the lowest on, each read and stored before
 * the next.  A machine may as well read all before it stores any (libc's memcpy
 * of up to 32 bytes), or begin with the last (gcc and clang, structs of 24
 * bytes). */
static void other_orders(size_t n)
{
	if (n > 8)
		caveat(CAVEAT_may_tear,
			"%zu bytes, in another order than word by word", n);
}

static void told(const void *p, size_t n, bool write, bool words, uint64_t pc)
{
	if (!words)
		access_bytes(p, n, write, pc);
	else if (write)
		access_write((void *)(uintptr_t)p, n, pc);
	else
		access_read(p, n, pc);
}

void copy_bytes(void *to, const void *from, size_t n, uint64_t pc)
{
	bool words = whole(to, from, n);

	if (!site_races(pc)) {
		access_read(from, n, pc);
		access_write(to, n, pc);
		memcpy(to, from, n);
		return;
	}
	other_orders(n);
	/* Somebody who saw its first byte stored may change the next one: that
	 * is no race of the pieces, and no execution tells. */
	if (n <= 8 && !words && !thread_owns(rt.self, (uint64_t)to) &&
		!thread_owns(rt.self, (uint64_t)from))
		caveat(CAVEAT_may_tear, "%zu bytes, from shared to shared", n);
	while (n) {
		size_t m = part(to, from, n);
		uint64_t value = 0;

		told(from, m, false, words, pc);
		memcpy(&value, from, m);
		told(to, m, true, words, pc);
		memcpy(to, &value, m);
		to = (char *)to + m;
		from = (const char *)from + m;
		n -= m;
	}
}

static void write_bytes(void *to, const void *from, size_t n, uint64_t pc)
{
	bool words = whole(to, to, n);

	other_orders(n);
	while (n) {
		size_t m = part(to, to, n);

		told(to, m, true, words, pc);
		memcpy(to, from, m);
		to = (char *)to + m;
		from = (const char *)from + m;
		n -= m;
	}
}

void move_bytes(void *to, const void *from, size_t n, uint64_t pc)
{
	if (site_races(pc)) {
		if ((uintptr_t)to - (uintptr_t)from < n)
			write_bytes(to, look(from, n, pc), n, pc);
		else
			copy_bytes(to, from, n, pc);
		return;
	}
	access_read(from, n, pc);
	access_write(to, n, pc);
	memmove(to, from, n);
}

void fill_bytes(void *to, int c, size_t n, uint64_t pc)
{
	bool words = whole(to, to, n);

	if (!site_races(pc)) {
		access_write(to, n, pc);
		memset(to, c, n);
		return;
	}
	other_orders(n);
	while (n) {
		size_t m = part(to, to, n);

		told(to, m, true, words, pc);
		memset(to, c, m);
		to = (char *)to + m;
		n -= m;
	}
}

void put_bytes(void *to, const void *from, size_t n, uint64_t pc)
{
	if (site_races(pc)) {
		write_bytes(to, from, n, pc);
		return;
	}
	access_write(to, n, pc);
	memcpy(to, from, n);
}

/* What was copied before a decision point is never changed after it, so that
 * the copy need not be rewound. */
const char *look(const void *p, size_t n, uint64_t pc)
{
	const char *from = p;
	char *copy;
	size_t m;
	bool words;

	if (!site_races(pc))
		return p;
	other_orders(n);
	words = whole(p, p, n);
	copy = (char *)arena_words((n + 4) / 4, 0);
	for (size_t at = 0; at < n; at += m) {
		m = part(from + at, from + at, n - at);
		told(from + at, m, false, words, pc);
		memcpy(copy + at, from + at, m);
	}
	return copy;
}

const char *look_string(const char *s, size_t max, uint64_t pc)
{
	size_t room = 64, at = 0;
	char *copy;

	if (!site_races(pc))
		return s;
	copy = (char *)arena_words(room / 4, 0);
	while (at < max) {
		size_t m = part(s + at, s + at, max - at);

		m = access_string(s + at, m, pc);
		if (at + m >= room) {
			char *larger = (char *)arena_words(room / 2, 0);

			memcpy(larger, copy, at);
			copy = larger;
			room *= 2;
		}
		memcpy(copy + at, s + at, m);
		at += m;
		if (memchr(copy + at - m, 0, m))
			break;
	}
	other_orders(at);
	copy[at] = 0;
	return copy;
}

const char *read_string(const char *s, uint64_t pc)
{
	const char *text = look_string(s, SIZE_MAX, pc);

	seen(s, text, strlen(text) + 1, pc);
	return text;
}
