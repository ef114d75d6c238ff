/* SPDX-License-Identifier: MIT */
/* scan.c - scanf without writing through the test's pointers
 *
 * How much a conversion stores is known only afterwards.  So scanf is given
 * memory of ours for every pointer, through an argument list made up as the
 * x86-64 ABI lays it out; what it converted is then announced and copied.
 */
#include "native/libc/files.h"
#include "native/libc/length.h"
#include "native/libc/libc.h"

#include <stdio_ext.h>
#include <string.h>
#include <wchar.h>

enum {
	STORES_MAX = 64
};

/* One conversion that stores. */
struct store {
	void *to;      /* the test's pointer */
	char *scratch; /* what scanf gets instead */
	size_t bytes;  /* 0: a string */
	bool wide;     /* of wchar_t */
	bool count;    /* %n: not counted in scanf's result */
};

int __isoc99_vsscanf(const char *text, const char *format, va_list args);
int __isoc99_vfscanf(FILE *f, const char *format, va_list args);

static size_t float_size(char length)
{
	return length == 'l' ? 8 : length ? 16 : 4;
}

static const char *skip_set(const char *f)
{
	if (*f == '^')
		f++;
	if (*f == ']')
		f++;
	while (*f && *f != ']')
		f++;
	return f;
}

/* Reads one conversion from behind its %; true when it stores.  `room` is how
 * many characters a string may become. */
static bool conversion(
	const char **at, struct store *s, size_t *room, bool gnu, uint64_t pc)
{
	const char *f = *at;
	bool stores = true, allocates = false;
	size_t width = 0;
	char length;

	*s = (struct store){0};
	while (*f && strchr("*'I", *f))
		stores &= *f++ != '*';
	while (*f >= '0' && *f <= '9')
		width = width * 10 + (size_t)(*f++ - '0');
	if (*f == '$')
		unsupported("scanf with numbered arguments", pc);
	if (*f == 'm' || (gnu && *f == 'a' && f[1] && strchr("sS[", f[1]))) {
		allocates = true;
		f++;
	}
	length = length_modifier(&f);
	switch (*f) {
	case '%':
	case 0:
		stores = false;
		break;
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		s->bytes = length_bytes(length);
		break;
	case 'n':
		s->bytes = length_bytes(length);
		s->count = true;
		break;
	case 'p':
		s->bytes = sizeof(void *);
		break;
	case 'e':
	case 'f':
	case 'g':
	case 'a':
	case 'E':
	case 'F':
	case 'G':
	case 'A':
		s->bytes = float_size(length);
		break;
	case 'c':
	case 'C':
		s->bytes = (width ? width : 1) *
			   (length == 'l' || *f == 'C' ? sizeof(wchar_t) : 1);
		break;
	case 's':
	case 'S':
		s->wide = length == 'l' || *f == 'S';
		break;
	case '[':
		s->wide = length == 'l';
		f = skip_set(f + 1);
		break;
	default:
		unsupported(
			"scanf with a conversion that scarp does not know", pc);
	}
	if (allocates)
		s->bytes = sizeof(void *);
	if (width && width < *room)
		*room = width;
	*at = *f ? f : f - 1;
	return stores;
}

static unsigned parse(const char *format, va_list args, size_t n, bool gnu,
	struct store *store, uint64_t pc)
{
	unsigned stores = 0;

	for (const char *f = format; *f; f++) {
		struct store *s = &store[stores];
		size_t room = n, bytes;

		if (*f != '%')
			continue;
		f++;
		if (!conversion(&f, s, &room, gnu, pc))
			continue;
		s->to = va_arg(args, void *);
		bytes = s->bytes ? s->bytes : (room + 1) * (s->wide ? 4 : 1);
		s->scratch = (char *)arena_words(bytes / 4 + 6, 0);
		/* long double wants 16. */
		s->scratch += -(uintptr_t)s->scratch & 15;
		memset(s->scratch, 0x80, s->count ? s->bytes : 0);
		if (++stores == STORES_MAX)
			unsupported("scanf with more than 64 conversions", pc);
	}
	return stores;
}

static size_t converted_bytes(const struct store *s)
{
	if (s->bytes)
		return s->bytes;
	return s->wide ? (REAL(wcslen)((wchar_t *)(void *)s->scratch) + 1) *
				 sizeof(wchar_t)
		       : strlen(s->scratch) + 1;
}

/* No conversion counts bytes up to this. */
static bool counted(const struct store *s)
{
	for (size_t i = 0; i < s->bytes; i++)
		if ((unsigned char)s->scratch[i] != 0x80)
			return true;
	return false;
}

/* A list of pointers, all beyond the registers: as the ABI lays it out. */
struct list {
	unsigned gp, fp;
	void *overflow, *registers;
};
_Static_assert(sizeof(struct list) == sizeof(va_list), "va_list");

static int scan_text(
	const char *text, const char *format, bool gnu, va_list args)
{
	return gnu ? REAL(vsscanf)(text, format, args)
		   : REAL(__isoc99_vsscanf)(text, format, args);
}

/* A stream over memory, which tells how much of the text was consumed.  Made
 * before the first execution: nothing of it lies in the rewound heap. */
static FILE *stream;
static struct {
	const char *text;
	size_t n;
} unread;

static ssize_t supply(void *cookie, char *to, size_t n)
{
	if (n > unread.n)
		n = unread.n;
	memcpy(to, unread.text, n);
	unread.text += n;
	unread.n -= n;
	return (ssize_t)n;
}

void scan_init(void)
{
	static char buffer[BUFSIZ];

	stream = REAL(fopencookie)(
		0, "r", (cookie_io_functions_t){.read = supply});
	if (stream)
		REAL(setvbuf)(stream, buffer, _IOFBF, sizeof buffer);
}

static int scan_counted(const char *text, size_t n, size_t *used,
	const char *format, bool gnu, va_list args)
{
	int result;

	unread.text = text;
	unread.n = n;
	REAL(__fpurge)(stream);
	REAL(clearerr)(stream);
	result = gnu ? REAL(vfscanf)(stream, format, args)
		     : REAL(__isoc99_vfscanf)(stream, format, args);
	*used = n - unread.n -
		(size_t)(stream->_IO_read_end - stream->_IO_read_ptr);
	return result;
}

/* What is to be scanned: a string, so many bytes, or what a file holds. */
struct source {
	const char *text;
	size_t n, *used;
	FILE *file;
};

static int scan_file(FILE *f, const char *format, bool gnu, va_list args)
{
	int result;

	files_begin(f);
	result = gnu ? REAL(vfscanf)(f, format, args)
		     : REAL(__isoc99_vfscanf)(f, format, args);
	files_end(f);
	return result;
}

static int scan_any(const struct source *from, const char *format, bool gnu,
	va_list args, uint64_t pc)
{
	struct store store[STORES_MAX];
	void *pointer[STORES_MAX];
	unsigned stores = parse(format, args, from->n, gnu, store, pc);
	struct list list = {48, 176, pointer, 0};
	va_list made_up;
	int result, left;

	for (unsigned i = 0; i < stores; i++)
		pointer[i] = store[i].scratch;
	memcpy((void *)made_up, &list, sizeof list);
	if (from->file)
		result = scan_file(from->file, format, gnu, made_up);
	else
		result = from->used
				 ? scan_counted(from->text, from->n, from->used,
					   format, gnu, made_up)
				 : scan_text(from->text, format, gnu, made_up);
	left = result;
	for (unsigned i = 0; i < stores; i++) {
		struct store *s = &store[i];

		if (s->count ? !counted(s) : left-- <= 0)
			continue;
		put_bytes(s->to, s->scratch, converted_bytes(s), pc);
	}
	return result;
}

int scan(const char *text, size_t n, size_t *used, const char *format, bool gnu,
	va_list args, uint64_t pc)
{
	return scan_any(
		&(struct source){text, n, used, 0}, format, gnu, args, pc);
}

int scan_stream(FILE *f, size_t n, const char *format, bool gnu, va_list args,
	uint64_t pc)
{
	return scan_any(&(struct source){0, n, 0, f}, format, gnu, args, pc);
}
