/* SPDX-License-Identifier: MIT */
/* strings: every function from two threads, each on memory of its own; points
 * in between, so that what they write must go back
 *
 * check: --exhaustive
 * verdict: verified
 * states: done
 * races: none
 * native: sc
 */
#include "test.h"

#include <strings.h>
#include <wchar.h>

static atomic_int x;

static void copies(char *b)
{
	assert(b[0] == 0 && b[63] == 0);
	assert(memcpy(b, "abc", 4) == b && memcmp(b, "abc", 4) == 0);
	assert(mempcpy(b, "de", 2) == b + 2 && strcmp(b, "dec") == 0);
	memmove(b + 1, b, 3);
	assert(memcmp(b, "ddec", 4) == 0);
	memset(b, 'x', 64);
	bzero(b, 64);
	bcopy("ab", b, 3);
	assert(bcmp(b, "ab", 3) == 0);
	assert(stpcpy(b, "one") == b + 3 && strcat(b, "two") == b);
	assert(strcmp(b, "onetwo") == 0);
	assert(strncat(b, "three", 2) == b && strcmp(b, "onetwoth") == 0);
	strncpy(b, "xy", 4);
	assert(b[3] == 0 && b[4] == 'w');
	assert(stpncpy(b, "xy", 8) == b + 2 && b[7] == 0 && b[8] == 0);
	assert(memccpy(b, "stop here", ' ', 20) == b + 5);
	swab("badc", b, 4);
	assert(memcmp(b, "abcd", 4) == 0);
}

static void searches(char *b)
{
	strcpy(b, "one two one");
	assert(strlen(b) == 11 && strnlen(b, 5) == 5);
	assert(strchr(b, 't') == b + 4 && strrchr(b, 'o') == b + 8);
	assert(strchr(b, 'z') == NULL && *strchrnul(b, 'z') == 0);
	assert(index(b, 'n') == b + 1 && rindex(b, 'n') == b + 9);
	assert(strstr(b, "two") == b + 4 && strcasestr(b, "TWO") == b + 4);
	assert(strstr(b, "three") == NULL && strpbrk(b, "wt") == b + 4);
	assert(strspn(b, "eno") == 3 && strcspn(b, " ") == 3);
	assert(memchr(b, 'w', 11) == b + 5 && memrchr(b, 'e', 11) == b + 10);
	assert(rawmemchr(b, 'w') == b + 5 && memmem(b, 11, "o o", 3) == b + 6);
	assert(strcmp(b, "one") > 0 && strncmp(b, "one", 3) == 0);
	assert(strcasecmp("ABC", "abc") == 0 &&
		strncasecmp("ABx", "abY", 2) == 0);
	assert(strcoll("a", "b") < 0);
	assert(strxfrm(b + 32, "key", 10) == 3 && strcmp(b + 32, "key") == 0);
}

static void tokens(char *b)
{
	char *save, *at = b;

	strcpy(b, " a,b  c");
	assert(strcmp(strtok_r(b, " ,", &save), "a") == 0);
	assert(strcmp(strtok_r(NULL, " ,", &save), "b") == 0);
	assert(strcmp(strtok_r(NULL, " ,", &save), "c") == 0);
	assert(strtok_r(NULL, " ,", &save) == NULL);
	strcpy(b, "k=v");
	assert(strcmp(strsep(&at, "="), "k") == 0 && strcmp(at, "v") == 0);
	at = strdup("copy");
	assert(strcmp(at, "copy") == 0);
	free(at);
	at = strndup("copy", 2);
	assert(strcmp(at, "co") == 0);
	free(at);
}

static void numbers(char *b)
{
	char *end, *made;
	unsigned seed = 1;
	int n;

	assert(strtol("12x", &end, 10) == 12 && *end == 'x');
	assert(strtoul("0x1f", NULL, 16) == 31 && strtoll("-5", &end, 0) == -5);
	assert(strtod("1.5e1!", &end) == 15 && *end == '!');
	assert(atoi("42") == 42 && atol("-1") == -1 && atof("0.5") == 0.5);
	assert(snprintf(b, 4, "%s", "abcdef") == 6 && strcmp(b, "abc") == 0);
	assert(sprintf(b, "%d%n-%5.2f", 7, &n, 1.0) == 7 && n == 1);
	assert(strcmp(b, "7- 1.00") == 0);
	assert(asprintf(&made, "%*d%%", 3, 5) == 4 &&
		strcmp(made, "  5%") == 0);
	free(made);
	rand_r(&seed);
	assert(seed != 1);
	assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
	assert(strerror_r(ENOMEM, b, 64) != NULL);
	bzero(b, 64);
}

static void wide(void)
{
	wchar_t w[8];

	wcscpy(w, L"ab");
	wcscat(w, L"c");
	assert(wcscmp(w, L"abc") == 0 && wcslen(w) == 3);
	wmemset(w, L'x', 2);
	assert(w[1] == L'x' && wmemcmp(wmemcpy(w, L"qr", 2), L"qr", 2) == 0);
}

static void *work(void *memory)
{
	copies(memory);
	atomic_fetch_add(&x, 1);
	searches(memory);
	tokens(memory);
	atomic_fetch_add(&x, 1);
	numbers(memory);
	wide();
	return NULL;
}

int main(void)
{
	static char a[64], b[64];
	pthread_t t = start(work, a);

	work(b);
	finish(t);
	puts("done");
	return 0;
}
