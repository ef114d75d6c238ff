/* SPDX-License-Identifier: MIT */
/* wide_streams: three threads put wide characters into one stream on a file,
 * which is read again, or on memory, in each order; and each execution begins
 * with streams that are for bytes or wide characters as it makes them
 *
 * 3! orders: a thread's line is one call.
 *
 * check: --exhaustive
 * verdict: verified
 * states: abc acb bac bca cab cba
 * last_round: 6
 * races: none
 *
 * check: --exhaustive
 * args: memory
 * verdict: verified
 * states: abc acb bac bca cab cba
 * last_round: 6
 * races: none
 *
 * check: --exhaustive
 * args: race
 * verdict: verified
 * states: 0 a
 * pair: read TEXT, write FLUSH, both, benign here
 * pair: read CHARACTER, write PUT, both, benign here
 * native: prints anything
 *
 * Who comes first decides what stdout is for; the other one prints nothing.
 *
 * check: --exhaustive
 * args: first
 * verdict: verified
 * states: bytes wide
 * races: none
 */
#include "test.h"

#include <wchar.h>

static FILE *stream;
static wchar_t *text;
static size_t length;

static void *print(void *letter)
{
	wchar_t line[400];

	assert(swprintf(line, 400, L"%c%398s", *(char *)letter, "\n") == 399);
	assert(fputws(line, stream) == 1);
	return NULL;
}

static void all_print(void)
{
	pthread_t t[3];

	assert(fwide(stream, 0) == (text || length ? 1 : 0));
	for (int i = 0; i < 3; i++)
		t[i] = start(print, (void *)&"abc"[i]);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	assert(fwide(stream, -1) == 1 && fputs("bytes", stream) == EOF);
}

static void say_file(void)
{
	wchar_t line[400];
	wint_t c;

	rewind(stream);
	for (int i = 0; i < 3; i++) {
		c = fgetwc(stream);
		assert(ungetwc(c, stream) == c);
		assert(fgetws(line, 400, stream) && wcslen(line) == 399);
		putchar((int)line[0]);
	}
	assert(fgetwc(stream) == WEOF && feof(stream));
	putchar('\n');
	fclose(stream);
}

static void *go_on(void *unused)
{
	fputwc(L'a', stream); /* PUT */
	fflush(stream);	      /* FLUSH */
	return unused;
}

static void race(void)
{
	pthread_t t;
	wchar_t *at;

	fflush(stream);
	t = start(go_on, NULL);
	at = text;	       /* TEXT */
	puts(*at ? "a" : "0"); /* CHARACTER */
	finish(t);
	fclose(stream);
}

static void *print_wide(void *unused)
{
	wprintf(L"wide\n");
	return unused;
}

static void print_both(void)
{
	pthread_t t = start(print_wide, NULL);

	puts("bytes");
	finish(t);
}

int main(int argc, char **argv)
{
	if (argc > 1 && argv[1][0] == 'f') {
		print_both();
		return 0;
	}
	if (argc == 1) {
		stream = tmpfile();
		all_print();
		say_file();
		return 0;
	}
	length = 1;
	stream = open_wmemstream(&text, &length);
	assert(stream);
	if (argv[1][0] == 'r') {
		race();
	} else {
		all_print();
		fclose(stream);
		assert(length == 3 * 399 && wcslen(text) == length);
		printf("%c%c%c\n", text[0], text[399], text[798]);
	}
	free(text);
	return 0;
}
