/* SPDX-License-Identifier: MIT */
/* wide.c - wide strings are read by library functions, and races with that seen
 *
 * The writer makes the string longer, the reader measures it without the lock:
 * 2 or 5.  Three characters are written with no lock around them, so that the
 * reader sees the end moved from one to another: 3 and 4 as well.  It reads in
 * one piece, more than a word.
 *
 * states: 2 3 4 5
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 */
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static wchar_t text[8] = L"12";
static size_t length;

static void *writer(void *unused)
{
	(void)unused;
	text[2] = L'3';
	text[3] = L'4';
	text[4] = L'5';
	return NULL;
}

static void *reader(void *unused)
{
	(void)unused;
	length = wcslen(text);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	printf("%zu\n", length);
}
