/* SPDX-License-Identifier: MIT */
/* wide.c - streams of wide characters, and what they are formatted to */
#include "say.h"

#include <stdarg.h>
#include <unistd.h>
#include <wchar.h>

static wchar_t line[64];

#define W(call)                                                                \
	do {                                                                   \
		const wchar_t *result_;                                        \
		errno = 0;                                                     \
		result_ = (call);                                              \
		SAY("%s = \"%ls\", errno %d\n", #call,                         \
			result_ ? result_ : L"(NULL)", errno);                 \
	} while (0)

static int by_list(wchar_t *to, size_t n, const wchar_t *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vswprintf(to, n, format, args);
	va_end(args);
	return length;
}

static int to_stream(FILE *f, const wchar_t *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vfwprintf(f, format, args);
	va_end(args);
	return length;
}

static void formatted(void)
{
	int n = -1;

	wmemset(line, L'x', 64);
	I(swprintf(
		line, 64, L"%d %s %ls %c%n", 12, "narrow", L"wide", 'c', &n));
	I(n);
	W(line);
	I(by_list(line, 64, L"%5.1f|%-4x|", 2.25, 255));
	W(line);
	wmemset(line, L'x', 64);
	I(swprintf(line, 4, L"%d", 12345));
	I(line[3]);
	I(line[4]);
	I(swprintf(line, 0, L"%d", 1));
	I(swprintf(line, 64, L""));
	W(line);
}

static void files(void)
{
	FILE *f = fopen("wide.txt", "w+");

	I(fwide(f, 0));
	I(fputwc(L'a', f));
	I(fwide(f, 0));
	I(fwide(f, -1));
	I(putwc(L'b', f));
	I(fputwc_unlocked(L'c', f));
	I(putwc_unlocked(L'd', f));
	I(fputws(L"line\n", f));
	I(fputws_unlocked(L"", f));
	I(fwprintf(f, L"%d and %ls\n", 7, L"more"));
	I(to_stream(f, L"%s", "last"));
	I(fputs("no bytes", f));
	I(fprintf(f, "none"));
	I(fwrite("none", 1, 4, f));
	rewind(f);
	I(fgetwc(f));
	I(getwc(f));
	I(ungetwc(L'b', f));
	I(fgetwc_unlocked(f));
	I(getwc_unlocked(f));
	I(ungetwc(WEOF, f));
	W(fgetws(line, 4, f));
	W(fgetws_unlocked(line, 64, f));
	W(fgetws(line, 64, f));
	W(fgetws(line, 1, f));
	W(fgetws(line, 0, f));
	W(fgetws(line, 64, f));
	I(feof(f) != 0);
	W(fgetws(line, 64, f));
	I(fgetwc(f));
	I(ungetwc(L't', f));
	I(feof(f) != 0);
	I(fgetwc(f));
	I(fclose(f));
}

/* Bytes first, and then no wide characters; what is no character. */
static void bytes(void)
{
	FILE *f = fopen("wide.txt", "w+");

	I(fputs("bytes\n", f));
	I(fwide(f, 1));
	I(fputwc(L'x', f));
	I(fputws(L"x", f));
	I(fwprintf(f, L"x"));
	rewind(f);
	I(fgetwc(f));
	W(fgetws(line, 64, f));
	I(fgetc(f));
	I(fclose(f));
	I(fwide(stdin, 0));
	I(getwchar());
	I(fwide(stdin, 0));
	I(getwchar_unlocked());
	I(unlink("wide.txt"));
}

static void memory(void)
{
	wchar_t *text = NULL;
	size_t n = 9;
	FILE *f;

	P(f = open_wmemstream(&text, &n));
	I(fwide(f, 0));
	I(fputwc(0x20ac, f));
	I(fwprintf(f, L"%d", 12));
	I(fflush(f));
	I(n);
	W(text + 1);
	for (int i = 0; i < 5000; i++)
		fputwc(L'a' + i % 26, f);
	I(fflush(NULL));
	I(fputs("bytes", f));
	I(fclose(f));
	I(n);
	I(wcslen(text));
	I(text[4999]);
	free(text);
}

int main(void)
{
	formatted();
	files();
	bytes();
	memory();
	return said_all();
}
