/* SPDX-License-Identifier: MIT */
/* text.c - bytes, strings and numbers */
#include "say.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>
#include <langinfo.h>
#include <locale.h>
#include <wchar.h>

char *__strdup(const char *s);
char *__strndup(const char *s, size_t n);
char *__strtok_r(char *s, const char *delimiters, char **save);
int __xpg_strerror_r(int number, char *to, size_t n);

static char at[64], other[64];

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static int by_value_of(const void *a, const void *b, void *sign)
{
	return by_value(a, b) * *(int *)sign;
}

#define OFFSET(call, base) I((call) ? (const char *)(call) - (base) : -99)

static void bytes(void)
{
	static const char text[] = "abcabcxyz";

	strcpy(at, "0123456789");
	OFFSET(memchr(text, 'c', 9), text);
	OFFSET(memchr(text, 'q', 9), text);
	OFFSET(memchr(text, 'a', 0), text);
	OFFSET(memrchr(text, 'c', 9), text);
	OFFSET(memrchr(text, 'q', 9), text);
	OFFSET(rawmemchr(text, 'x'), text);
	OFFSET(memmem(text, 9, "cab", 3), text);
	OFFSET(memmem(text, 9, "", 0), text);
	OFFSET(memmem(text, 2, "abc", 3), text);
	I(memcmp(text, "abd", 3) < 0);
	I(memcmp(text, "abd", 0));
	I(bcmp(text, "abc", 3));
	OFFSET(memcpy(at, text, 3), at);
	OFFSET(memmove(at + 1, at, 5), at);
	OFFSET(mempcpy(at, text, 4), at);
	OFFSET(memccpy(at, text, 'c', 9), at);
	OFFSET(memccpy(at, text, 'q', 2), at);
	OFFSET(memset(at, 'm', 3), at);
	V(bzero(at, 2));
	V(explicit_bzero(at, 1));
	V(bcopy(text, at + 5, 3));
	V(swab(text, other, 5));
	B(at, 12);
	B(other, 6);
	V(swab(text, other, -1));
}

static void strings(void)
{
	static const char text[] = "Hello, World";
	char *p, *save = NULL;

	I(strlen(text));
	I(strnlen(text, 3));
	I(strnlen(text, 30));
	OFFSET(strchr(text, 'o'), text);
	OFFSET(strchr(text, 0), text);
	OFFSET(strchr(text, 'q'), text);
	OFFSET(strchrnul(text, 'q'), text);
	OFFSET(strrchr(text, 'o'), text);
	OFFSET(strrchr(text, 0), text);
	OFFSET(index(text, 'l'), text);
	OFFSET(rindex(text, 'l'), text);
	OFFSET(strstr(text, "lo"), text);
	OFFSET(strstr(text, ""), text);
	OFFSET(strcasestr(text, "LO"), text);
	OFFSET(strpbrk(text, "xyW"), text);
	OFFSET(strpbrk(text, ""), text);
	I(strspn(text, "leH"));
	I(strcspn(text, "o"));
	I(strcspn(text, ""));
	I(strcmp("a", "b") < 0);
	I(strcmp("a", "a"));
	I(strncmp("abc", "abd", 2));
	I(strncmp("abc", "abd", 3) < 0);
	I(strcasecmp("ABC", "abc"));
	I(strncasecmp("ABx", "aby", 2));
	I(strcoll("a", "b") < 0);
	I(strxfrm(other, "abc", 2));
	I(strxfrm(other, "abc", 10));
	S(other);
	OFFSET(strcpy(at, "one"), at);
	OFFSET(stpcpy(at, "three"), at);
	OFFSET(strncpy(at, "ab", 5), at);
	B(at, 6);
	OFFSET(stpncpy(at, "ab", 5), at);
	OFFSET(stpncpy(at, "abcdef", 3), at);
	OFFSET(strcat(at, "x"), at);
	OFFSET(strncat(at, "yzyz", 2), at);
	S(at);
	S(p = strdup("dup"));
	free(p);
	S(p = strndup("dup", 2));
	free(p);
	S(p = __strdup("dup"));
	S(p = __strndup("dup", 9));
	strcpy(at, ",a,,b");
	S(strtok(at, ","));
	S(strtok(NULL, ","));
	S(strtok(NULL, ","));
	S(strtok(NULL, ","));
	strcpy(at, "x y");
	S(strtok_r(at, " ", &save));
	S(__strtok_r(NULL, " ", &save));
	S(strtok_r(NULL, " ", &save));
	strcpy(at, "1::2");
	p = at;
	S(strsep(&p, ":"));
	S(strsep(&p, ":"));
	S(strsep(&p, ":"));
	S(strsep(&p, ":"));
	char *const tokens[] = {"ro", "size", "", NULL};
	char *value = NULL;
	strcpy(at, "ro,size=3=4,siz,,ro=,size");
	p = at;
	for (int i = 0; i < 7; i++) {
		I(getsubopt(&p, tokens, &value));
		S(value);
		I(p - at);
	}
	S(strerror(2));
	S(strerror(0));
	S(strerror_r(2, other, 5));
	S(strerror_r(9999, other, 10));
	I(__xpg_strerror_r(2, other, 40));
	S(other);
	I(__xpg_strerror_r(2, other, 4));
	S(other);
	I(__xpg_strerror_r(9999, other, 40));
	S(other);
	S(strsignal(SIGINT));
	errno = EEXIST;
	S(strerror(-1));
	S(strerror(41)); /* between two that have names */
	S(strerror(INT_MIN));
	S(strsignal(0));
	S(strsignal(-1));
	S(strsignal(32)); /* the library's own */
	S(strsignal(SIGRTMIN));
	S(strsignal(SIGRTMAX));
	S(strsignal(SIGRTMAX + 1));
	I(errno);
}

static void numbers(void)
{
	static const char *const texts[] = {"12", " -7x", "", "x", "+", "0x1f",
		"010", "9223372036854775808", "-9223372036854775809",
		"18446744073709551616", "-1", "1e3", "nan", "inf", "1e999",
		"0b11", "  +5", "zz", "-0x", "1.5e-400", "0x1.8p1"};
	int values[] = {3, 1, 2, 9, 7}, sign = -1, key = 7, e;
	char *end;

	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *s = texts[i];

		SAY("of '%s'\n", s);
		I(strtol(s, &end, 10));
		I(end - s);
		I(strtol(s, &end, 0));
		I(end - s);
		I(strtol(s, NULL, 36));
		I(strtoll(s, &end, 16));
		I(strtoul(s, &end, 10));
		I(end - s);
		I(strtoull(s, &end, 0));
		I(strtoq(s, &end, 8));
		I(strtouq(s, &end, 8));
		I(strtoimax(s, &end, 10));
		I(strtoumax(s, &end, 10));
		D(strtod(s, &end));
		I(end - s);
		D(strtof(s, &end));
		D(strtold(s, &end));
		I(atoi(s));
		I(atol(s));
		I(atoll(s));
		D(atof(s));
		I(sscanf(s, "%d", &e));
		I(sscanf(s, "%4s", other));
		I(sscanf(s, "%i%n", &e, &e));
	}
	I(strtol("12", &end, 1));
	I(strtol("12", &end, 37));
	I(strtol("12", &end, -1));
	qsort(values, 5, sizeof *values, by_value);
	B(values, sizeof values);
	P(bsearch(&key, values, 5, sizeof *values, by_value));
	key = 4;
	P(bsearch(&key, values, 5, sizeof *values, by_value));
	P(bsearch(&key, values, 0, sizeof *values, by_value));
	V(qsort_r(values, 5, sizeof *values, by_value_of, &sign));
	B(values, sizeof values);
	V(qsort(values, 0, sizeof *values, by_value));
	D(frexp(12.5, &e));
	I(e);
	D(frexpf(0.0f, &e));
	I(e);
	D(frexpl(-0.1L, &e));
	I(e);
	double whole;
	float whole_f;
	long double whole_l;
	D(modf(-3.25, &whole));
	D(whole);
	D(modff(INFINITY, &whole_f));
	D(whole_f);
	D(modfl(1e20L, &whole_l));
	D(whole_l);
}

static int print_into(char *to, size_t n, const char *format, ...)
{
	va_list args;
	int rc;

	va_start(args, format);
	rc = vsnprintf(to, n, format, args);
	va_end(args);
	return rc;
}

static void formats(void)
{
	char *p = NULL;
	int n = -1;

	I(snprintf(at, 4, "%s", "abcdef"));
	S(at);
	I(snprintf(NULL, 0, "%d", 12345));
	I(snprintf(at, sizeof at, "%d%n", 12, &n));
	I(n);
	I(sprintf(at, "%05.1f|%-5s|%+d|%#x|%c|%%", 2.25, "ab", 3, 255, 'z'));
	S(at);
	I(sprintf(at, "%s", (char *)NULL));
	S(at);
	I(sprintf(at, "%ls", L"wide"));
	I(sprintf(at, "%2$d %1$d", 1, 2));
	S(at);
	I(sprintf(at, "%m"));
	S(at);
	I(print_into(at, 9, "%p", NULL));
	S(at);
	I(asprintf(&p, "%d", 7));
	S(p);
	I(sscanf("5 abc 1.5", "%d %s %lf", &n, at, &(double){0}));
	I(sscanf("a:b", "%[^:]:%c", at, other));
	I(sscanf("", "%d", &n));
	I(sscanf("x", "%d", &n));
	I(sscanf("12", "%1d%1d", &n, &n));
	I(sscanf("12", "%*d%n", &n));
}

static void random_numbers(void)
{
	struct random_data data = {0};
	static char state[128], small[8];
	unsigned short bits[3] = {1, 2, 3}, *old;
	unsigned seed = 5;
	int32_t out;

	I(random());
	I(rand());
	V(srand(7));
	I(rand());
	V(srandom(0));
	I(random());
	V(srandom(1));
	I(random());
	P(initstate(3, state, 128));
	I(random());
	P(initstate(3, state, 7));
	P(initstate(3, small, 8));
	I(random());
	I(setstate(state) == small);
	I(random());
	I(rand_r(&seed));
	I(seed);
	I(initstate_r(3, small, 7, &data));
	I(initstate_r(3, state, 32, &data));
	I(random_r(&data, &out));
	I(out);
	I(srandom_r(9, &data));
	I(random_r(&data, &out));
	I(out);
	D(drand48());
	I(lrand48());
	I(mrand48());
	D(erand48(bits));
	I(nrand48(bits));
	I(jrand48(bits));
	V(srand48(5));
	I(lrand48());
	old = seed48(bits);
	B(old, 6);
	I(lrand48());
	unsigned short p[7] = {1, 2, 3, 4, 5, 6, 7};
	V(lcong48(p));
	I(lrand48());
	I(nrand48(bits));
}

static void wide(void)
{
	wchar_t w[16] = L"abc";

	I(wcscpy(w, L"xyz") == w);
	I(wcscat(w, L"!") == w);
	I(wcsncpy(w, L"pq", 4) == w);
	B(w, 20);
	I(wmemcpy(w, L"rs", 2) == w);
	I(wmemmove(w + 1, w, 2) - w);
	I(wmempcpy(w, L"tu", 2) - w);
	I(wmemset(w, L'v', 2) == w);
	B(w, 20);
}

static void conversions(void)
{
	const wchar_t *from = L"ab";
	const char *text = "xyz";
	wchar_t w[8] = {0}, *end;
	mbstate_t state = {0};
	char s[8] = {0};

	I(mbstowcs(w, "abc", 8));
	I(mbstowcs(w, "defg", 2));
	I(mbstowcs(NULL, "abc", 0));
	B(w, 32);
	I(wcstombs(s, L"abc", 8));
	I(wcstombs(s, L"de\x20ac", 8));
	I(wcstombs(NULL, L"abc", 0));
	B(s, 8);
	I(mbsrtowcs(w, &text, 2, &state));
	S(text);
	I(mbsrtowcs(w, &text, 8, NULL));
	P(text);
	I(wcsrtombs(s, &from, 8, &state));
	P(from);
	B(s, 8);
	I(mbrtowc(w, "q", 1, &state));
	I(mbrtowc(w, "", 1, NULL));
	I(mbrtowc(NULL, NULL, 0, &state));
	I(mbrlen("q", 1, &state));
	I(wcrtomb(s, L'z', &state));
	I(wcrtomb(s, 0x20ac, &state));
	I(mbtowc(w, "r", 1));
	I(mblen("r", 1));
	I(mblen(NULL, 0));
	I(wctomb(s, L'y'));
	B(s, 8);
	I(wcpcpy(w, L"ab") - w);
	I(wcpncpy(w, L"c", 4) - w);
	B(w, 32);
	I(wcswidth(L"abc", 2));
	I(wcstol(L" 12x", &end, 10));
	I(*end);
	D(wcstod(L"1.5e1", NULL));
}

static void locales(void)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", 0);
	char *end;

	P(c);
	I(newlocale(LC_CTYPE_MASK, "C", 0) == c);
	P(newlocale(1 << 30, "C", 0));
	I(duplocale(c) == c);
	I(uselocale(0) == LC_GLOBAL_LOCALE);
	I(uselocale(c) == LC_GLOBAL_LOCALE);
	I(uselocale(0) == c);
	I(strtol_l("-12x", &end, 10, c));
	S(end);
	I(strtoll_l("12", NULL, 8, c));
	I((long)strtoul_l("12", NULL, 16, c));
	I((long)strtoull_l("99999999999999999999", NULL, 10, c));
	D(strtod_l("1.5", &end, c));
	D(strtof_l("0x1p3", NULL, c));
	D((double)strtold_l("1e2", NULL, c));
	I(uselocale(LC_GLOBAL_LOCALE) == c);
	freelocale(c);
	I(uselocale(0) == LC_GLOBAL_LOCALE);
	P(newlocale(LC_ALL_MASK, "xx_YY.UTF-8", 0));
	I(errno);
	c = newlocale(LC_CTYPE_MASK, "C.UTF-8", 0);
	P(c);
	end = nl_langinfo_l(CODESET, c);
	S(end);
	I(uselocale(c) == LC_GLOBAL_LOCALE);
	I((long)MB_CUR_MAX);
	I(mblen("\xc3\xa4", 2));
	I(uselocale(LC_GLOBAL_LOCALE) == c);
	c = newlocale(LC_TIME_MASK, "C.UTF-8", c);
	freelocale(duplocale(c));
	freelocale(c);
	I((long)MB_CUR_MAX);
}

int main(void)
{
	bytes();
	strings();
	numbers();
	formats();
	random_numbers();
	wide();
	conversions();
	locales();
	return said_all();
}
