/* SPDX-License-Identifier: MIT */
/* compared: the C library compares by a function of its own that it was given,
 * what another thread changes for a while
 *
 * check: --exhaustive
 * verdict: bug assertion
 */
#include "test.h"

#include <search.h>
#include <wchar.h>

typedef int compares(const void *, const void *);

static volatile wchar_t key[] = L"b";
static wchar_t table[2][2] = {L"a", L"b"};

static void *changes(void *unused)
{
	key[0] = L'c';
	key[0] = L'b';
	return unused;
}

int main(void)
{
	pthread_t t = start(changes, NULL);
	size_t n = 2;

	assert(lfind((const void *)key, table, &n, sizeof *table,
		(compares *)wcscmp));
	finish(t);
	return 0;
}
