/* SPDX-License-Identifier: MIT */
/* format.c - printf reads its format, and wide strings
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DWIDE
 * verdict: partial
 * holes: may_tear
 * races: some
 */
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static char text[4] = "ab";
static wchar_t wide[4] = L"ab";

static void *writer(void *unused)
{
	(void)unused;
	text[0] = text[1] = 'c';
	wide[0] = wide[1] = L'c';
	return NULL;
}

int main(void)
{
	pthread_t t;
	char to[16];

	pthread_create(&t, NULL, writer, NULL);
#ifdef WIDE
	snprintf(to, sizeof to, "%ls", wide);
#else
	snprintf(to, sizeof to, text);
#endif
	pthread_join(t, NULL);
}
