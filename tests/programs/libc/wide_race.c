/* SPDX-License-Identifier: MIT */
/* wide_race: what a conversion of wide characters reads and writes is told:
 * text that another thread writes meanwhile, and a result that it reads
 *
 * The conversion is one step, before the other's store, between that and its
 * load, or behind both: what else could be is the hole.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 * states: aa bb b-
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static char text[8] = "a";
static wchar_t wide[8] = L"-";

static void *other(void *seen)
{
	text[0] = 'b';
	*(wchar_t *)seen = wide[0];
	return NULL;
}

int main(void)
{
	wchar_t seen;
	pthread_t t;

	pthread_create(&t, NULL, other, &seen);
	mbstowcs(wide, text, 8);
	pthread_join(t, NULL);
	printf("%c%c\n", (char)wide[0], (char)seen);
}
