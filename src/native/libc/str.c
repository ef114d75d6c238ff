/* SPDX-License-Identifier: MIT */
/* str.c - strings: every function announces just what it reads and writes */
#include "native/fails.h"
#include "native/libc/libc.h"
#include "native/rewinding/trial.h"

#include <string.h>
#include <stdlib.h>

/* --- length and copies
 * ---------------------------------------------------------- */

/* The string's length; it counts as read, at most max bytes of it. */
static size_t length_of(const char *s, size_t max, uint64_t pc)
{
	const char *text = look_string(s, max, pc);
	size_t n = max == SIZE_MAX ? strlen(text) : REAL(strnlen)(text, max);

	seen(s, text, n < max ? n + 1 : n, pc);
	return n;
}

EXPORT size_t LIBC(strlen)(const char *s)
{
	return controlled() ? length_of(s, SIZE_MAX, CALLER) : REAL(strlen)(s);
}

EXPORT size_t LIBC(strnlen)(const char *s, size_t max)
{
	return controlled() ? length_of(s, max, CALLER) : REAL(strnlen)(s, max);
}

/* Copies at most max bytes of `from` and, if `end`, a zero; returns how many
 * came before it. */
static size_t copy_string(
	char *to, const char *from, size_t max, bool end, uint64_t pc)
{
	const char *text = look_string(from, max, pc);
	size_t n = max == SIZE_MAX ? strlen(text) : REAL(strnlen)(text, max);

	seen(from, text, n < max ? n + 1 : n, pc);
	if (end && n == max) {
		put_bytes(to, text, n, pc);
		put_bytes(to + n, "", 1, pc);
	} else {
		put_bytes(to, text, end ? n + 1 : n, pc);
	}
	return n;
}

EXPORT char *LIBC(strcpy)(char *to, const char *from)
{
	if (!controlled())
		return REAL(strcpy)(to, from);
	copy_string(to, from, SIZE_MAX, true, CALLER);
	return to;
}

EXPORT char *LIBC(stpcpy)(char *to, const char *from)
{
	if (!controlled())
		return REAL(stpcpy)(to, from);
	return to + copy_string(to, from, SIZE_MAX, true, CALLER);
}

static size_t copy_padded(char *to, const char *from, size_t n, uint64_t pc)
{
	size_t length = copy_string(to, from, n, false, pc);

	fill_bytes(to + length, 0, n - length, pc);
	return length;
}

EXPORT char *LIBC(strncpy)(char *to, const char *from, size_t n)
{
	if (!controlled())
		return REAL(strncpy)(to, from, n);
	copy_padded(to, from, n, CALLER);
	return to;
}

EXPORT char *LIBC(stpncpy)(char *to, const char *from, size_t n)
{
	if (!controlled())
		return REAL(stpncpy)(to, from, n);
	return to + copy_padded(to, from, n, CALLER);
}

EXPORT char *LIBC(strcat)(char *to, const char *from)
{
	if (!controlled())
		return REAL(strcat)(to, from);
	copy_string(to + length_of(to, SIZE_MAX, CALLER), from, SIZE_MAX, true,
		CALLER);
	return to;
}

EXPORT char *LIBC(strncat)(char *to, const char *from, size_t n)
{
	if (!controlled())
		return REAL(strncat)(to, from, n);
	copy_string(
		to + length_of(to, SIZE_MAX, CALLER), from, n, true, CALLER);
	return to;
}

static char *duplicate(const char *s, size_t max, uint64_t pc)
{
	bool fail = fails_to_allocate(
		max == SIZE_MAX ? FAILING_strdup : FAILING_strndup, pc);
	const char *text = look_string(s, max, pc);
	size_t n = max == SIZE_MAX ? strlen(text) : REAL(strnlen)(text, max);
	char *copy = fail ? 0 : malloc(n + 1);

	seen(s, text, n < max ? n + 1 : n, pc);
	if (copy) {
		access_write(copy, n + 1, pc);
		memcpy(copy, text, n);
		copy[n] = 0;
	}
	return copy;
}

EXPORT char *LIBC(strdup)(const char *s)
{
	return controlled() ? duplicate(s, SIZE_MAX, CALLER) : REAL(strdup)(s);
}

EXPORT char *LIBC(strndup)(const char *s, size_t max)
{
	return controlled() ? duplicate(s, max, CALLER) : REAL(strndup)(s, max);
}

char *__strdup(const char *s);
char *__strndup(const char *s, size_t max);

EXPORT char *LIBC(__strdup)(const char *s)
{
	return controlled() ? duplicate(s, SIZE_MAX, CALLER)
			    : REAL(__strdup)(s);
}

EXPORT char *LIBC(__strndup)(const char *s, size_t max)
{
	return controlled() ? duplicate(s, max, CALLER)
			    : REAL(__strndup)(s, max);
}

/* --- comparing
 * ------------------------------------------------------------------- */

static int fold(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

/* Both are read up to where they differ or end. */
static void compared(
	const char *a, const char *b, size_t max, bool folded, uint64_t pc)
{
	const char *x = look_string(a, max, pc), *y = look_string(b, max, pc);
	size_t i = 0;

	while (i < max && x[i] &&
		(folded ? fold(x[i]) == fold(y[i]) : x[i] == y[i]))
		i++;
	if (i < max)
		i++;
	seen(a, x, i, pc);
	seen(b, y, i, pc);
}

/* At a racing site the comparison itself is made on what was looked at. */
#define COMPARE(name, parameters, call, x, y, max, folded)                     \
	EXPORT int LIBC(name) parameters                                       \
	{                                                                      \
		if (controlled()) {                                            \
			if (site_races(CALLER)) {                              \
				x = look_string(x, max, CALLER);               \
				y = look_string(y, max, CALLER);               \
			} else {                                               \
				compared(x, y, max, folded, CALLER);           \
			}                                                      \
		}                                                              \
		return REAL(name) call;                                        \
	}

COMPARE(strcmp, (const char *a, const char *b), (a, b), a, b, SIZE_MAX, false)
COMPARE(strncmp, (const char *a, const char *b, size_t n), (a, b, n), a, b, n,
	false)
COMPARE(strcasecmp, (const char *a, const char *b), (a, b), a, b, SIZE_MAX,
	true)
COMPARE(strncasecmp, (const char *a, const char *b, size_t n), (a, b, n), a, b,
	n, true)
COMPARE(strcoll, (const char *a, const char *b), (a, b), a, b, SIZE_MAX, false)

EXPORT size_t LIBC(strxfrm)(char *to, const char *from, size_t n)
{
	const char *text;
	size_t length;

	if (!controlled())
		return REAL(strxfrm)(to, from, n);
	text = look_string(from, SIZE_MAX, CALLER);
	seen(from, text, strlen(text) + 1, CALLER);
	length = REAL(strxfrm)(0, text, 0);
	access_write(to, length < n ? length + 1 : n, CALLER);
	return REAL(strxfrm)(to, text, n);
}

/* --- searching
 * -------------------------------------------------------------------- */

/* Finds in what was looked at, announces up to there (with its end when there
 * is nothing), and answers with the test's own pointer. */
#define FIND(name, parameters, s, call)                                        \
	EXPORT char *LIBC(name) parameters                                     \
	{                                                                      \
		const char *text, *found;                                      \
                                                                               \
		if (!controlled()) {                                           \
			text = s;                                              \
			return (char *)REAL(name) call;                        \
		}                                                              \
		text = look_string(s, SIZE_MAX, CALLER);                       \
		found = REAL(name) call;                                       \
		seen(s, text,                                                  \
			found ? (size_t)(found - text) + 1 : strlen(text) + 1, \
			CALLER);                                               \
		return found ? (char *)s + (found - text) : 0;                 \
	}

FIND(strchr, (const char *s, int c), s, (text, c))
FIND(strchrnul, (const char *s, int c), s, (text, c))
FIND(index, (const char *s, int c), s, (text, c))

/* The last one: all of it is read. */
#define FIND_LAST(name)                                                        \
	EXPORT char *LIBC(name)(const char *s, int c)                          \
	{                                                                      \
		const char *text, *found;                                      \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(s, c);                               \
		text = look_string(s, SIZE_MAX, CALLER);                       \
		seen(s, text, strlen(text) + 1, CALLER);                       \
		found = strrchr(text, c);                                      \
		return found ? (char *)s + (found - text) : 0;                 \
	}

FIND_LAST(strrchr)
FIND_LAST(rindex)

/* One string in another, or characters of a set. */
#define FIND_STRING(name)                                                      \
	EXPORT char *LIBC(name)(const char *s, const char *what)               \
	{                                                                      \
		const char *text, *sought, *found;                             \
		size_t n;                                                      \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(s, what);                            \
		text = look_string(s, SIZE_MAX, CALLER);                       \
		sought = look_string(what, SIZE_MAX, CALLER);                  \
		found = REAL(name)(text, sought);                              \
		n = strlen(sought);                                            \
		seen(what, sought, n + 1, CALLER);                             \
		seen(s, text,                                                  \
			found ? (size_t)(found - text) + READ_AT_MATCH         \
			      : strlen(text) + 1,                              \
			CALLER);                                               \
		return found ? (char *)s + (found - text) : 0;                 \
	}

#define READ_AT_MATCH n
FIND_STRING(strstr)
FIND_STRING(strcasestr)
#undef READ_AT_MATCH
#define READ_AT_MATCH 1
FIND_STRING(strpbrk)
#undef READ_AT_MATCH

#define SPAN(name)                                                             \
	EXPORT size_t LIBC(name)(const char *s, const char *set)               \
	{                                                                      \
		const char *text, *chars;                                      \
		size_t n;                                                      \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(s, set);                             \
		text = look_string(s, SIZE_MAX, CALLER);                       \
		chars = look_string(set, SIZE_MAX, CALLER);                    \
		n = REAL(name)(text, chars);                                   \
		seen(set, chars, strlen(chars) + 1, CALLER);                   \
		seen(s, text, n + 1, CALLER);                                  \
		return n;                                                      \
	}

SPAN(strspn)
SPAN(strcspn)

/* --- tokens
 * ------------------------------------------------------------------------ */

static void set_pointer(char **at, char *value, uint64_t pc)
{
	access_write(at, sizeof *at, pc);
	*at = value;
}

static char *token(char *s, const char *delimiters, char **save, uint64_t pc)
{
	const char *set, *text;
	size_t start, end;

	if (!s) {
		access_read(save, sizeof *save, pc);
		s = *save;
	}
	set = look_string(delimiters, SIZE_MAX, pc);
	seen(delimiters, set, strlen(set) + 1, pc);
	text = look_string(s, SIZE_MAX, pc);
	start = REAL(strspn)(text, set);
	end = start + REAL(strcspn)(text + start, set);
	seen(s, text, end + 1, pc);
	if (start == end) {
		set_pointer(save, s + end, pc);
		return 0;
	}
	if (text[end]) {
		access_write(s + end, 1, pc);
		s[end] = 0;
		set_pointer(save, s + end + 1, pc);
	} else {
		set_pointer(save, s + end, pc);
	}
	return s + start;
}

/* One for the process, as POSIX has it: two threads that use it race. */
static char *strtok_position;

EXPORT char *LIBC(strtok)(char *s, const char *delimiters)
{
	return controlled() ? token(s, delimiters, &strtok_position, CALLER)
			    : REAL(strtok)(s, delimiters);
}

EXPORT char *LIBC(strtok_r)(char *s, const char *delimiters, char **save)
{
	return controlled() ? token(s, delimiters, save, CALLER)
			    : REAL(strtok_r)(s, delimiters, save);
}

char *__strtok_r(char *s, const char *delimiters, char **save);

EXPORT char *LIBC(__strtok_r)(char *s, const char *delimiters, char **save)
{
	return controlled() ? token(s, delimiters, save, CALLER)
			    : REAL(__strtok_r)(s, delimiters, save);
}

EXPORT char *LIBC(strsep)(char **at, const char *delimiters)
{
	const char *set, *text;
	size_t end;
	char *s;

	if (!controlled())
		return REAL(strsep)(at, delimiters);
	access_read(at, sizeof *at, CALLER);
	s = *at;
	if (!s)
		return 0;
	set = look_string(delimiters, SIZE_MAX, CALLER);
	seen(delimiters, set, strlen(set) + 1, CALLER);
	text = look_string(s, SIZE_MAX, CALLER);
	end = REAL(strcspn)(text, set);
	seen(s, text, end + 1, CALLER);
	if (text[end]) {
		access_write(s + end, 1, CALLER);
		s[end] = 0;
		set_pointer(at, s + end + 1, CALLER);
	} else {
		set_pointer(at, 0, CALLER);
	}
	return s;
}

/* Which token has this name, or -1; read as far as the one that fits. */
static int token_named(
	const char *name, size_t n, char *const *tokens, uint64_t pc)
{
	for (int i = 0;; i++) {
		const char *token;

		access_read(&tokens[i], sizeof *tokens, pc);
		if (!tokens[i])
			return -1;
		token = read_string(tokens[i], pc);
		if (strlen(token) == n && REAL(memcmp)(token, name, n) == 0)
			return i;
	}
}

/* "name=value,name": one of them a call; what is no token is told whole. */
EXPORT int LIBC(getsubopt)(char **at, char *const *tokens, char **value)
{
	size_t end, name;
	const char *text;
	int which;
	char *s;

	if (!controlled())
		return REAL(getsubopt)(at, tokens, value);
	access_read(at, sizeof *at, CALLER);
	s = *at;
	text = look_string(s, SIZE_MAX, CALLER);
	end = REAL(strcspn)(text, ",");
	name = REAL(strcspn)(text, "=,");
	seen(s, text, end + 1, CALLER);
	if (!*text)
		return -1;
	which = token_named(text, name, tokens, CALLER);
	set_pointer(value,
		which < 0    ? s
		: name < end ? s + name + 1
			     : 0,
		CALLER);
	if (text[end]) {
		access_write(s + end, 1, CALLER);
		s[end++] = 0;
	}
	set_pointer(at, s + end, CALLER);
	return which;
}

/* --- messages
 * ------------------------------------------------------------------------ */

/* GNU's: writes only for numbers that have no name. */
EXPORT char *LIBC(strerror_r)(int number, char *to, size_t n)
{
	char text[64], *answer;
	size_t length;

	if (!controlled())
		return REAL(strerror_r)(number, to, n);
	answer = REAL(strerror_r)(number, text, sizeof text);
	if (answer != text || n == 0)
		return answer == text ? to : answer;
	length = strlen(text);
	if (length >= n)
		length = n - 1;
	text[length] = 0;
	put_bytes(to, text, length + 1, CALLER);
	return to;
}

int __xpg_strerror_r(int number, char *to, size_t n);

EXPORT int LIBC(__xpg_strerror_r)(int number, char *to, size_t n)
{
	char text[128];
	int result;

	if (!controlled())
		return REAL(__xpg_strerror_r)(number, to, n);
	result = REAL(__xpg_strerror_r)(
		number, text, n < sizeof text ? n : sizeof text);
	if (n)
		put_bytes(to, text, strlen(text) + 1, CALLER);
	return result;
}

/* --- with a check of the room (_FORTIFY_SOURCE)
 * ---------------------------------------- */

char *__strcpy_chk(char *to, const char *from, size_t room);
char *__stpcpy_chk(char *to, const char *from, size_t room);
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room);
char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room);
char *__strcat_chk(char *to, const char *from, size_t room);
char *__strncat_chk(char *to, const char *from, size_t n, size_t room);

EXPORT char *LIBC(__strcpy_chk)(char *to, const char *from, size_t room)
{
	if (!controlled())
		return REAL(__strcpy_chk)(to, from, room);
	if (strlen(from) >= room)
		chk_failed("strcpy", CALLER);
	copy_string(to, from, SIZE_MAX, true, CALLER);
	return to;
}

EXPORT char *LIBC(__stpcpy_chk)(char *to, const char *from, size_t room)
{
	if (!controlled())
		return REAL(__stpcpy_chk)(to, from, room);
	if (strlen(from) >= room)
		chk_failed("stpcpy", CALLER);
	return to + copy_string(to, from, SIZE_MAX, true, CALLER);
}

EXPORT char *LIBC(__strncpy_chk)(
	char *to, const char *from, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__strncpy_chk)(to, from, n, room);
	if (n > room)
		chk_failed("strncpy", CALLER);
	copy_padded(to, from, n, CALLER);
	return to;
}

EXPORT char *LIBC(__stpncpy_chk)(
	char *to, const char *from, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__stpncpy_chk)(to, from, n, room);
	if (n > room)
		chk_failed("stpncpy", CALLER);
	return to + copy_padded(to, from, n, CALLER);
}

EXPORT char *LIBC(__strcat_chk)(char *to, const char *from, size_t room)
{
	if (!controlled())
		return REAL(__strcat_chk)(to, from, room);
	if (strlen(to) + strlen(from) >= room)
		chk_failed("strcat", CALLER);
	copy_string(to + length_of(to, SIZE_MAX, CALLER), from, SIZE_MAX, true,
		CALLER);
	return to;
}

EXPORT char *LIBC(__strncat_chk)(
	char *to, const char *from, size_t n, size_t room)
{
	if (!controlled())
		return REAL(__strncat_chk)(to, from, n, room);
	if (strlen(to) + REAL(strnlen)(from, n) >= room)
		chk_failed("strncat", CALLER);
	copy_string(
		to + length_of(to, SIZE_MAX, CALLER), from, n, true, CALLER);
	return to;
}
