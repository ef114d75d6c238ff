/* SPDX-License-Identifier: MIT */
/* overflow.c - a library function reads beyond a block, with one thread alone
 *
 * check: --exhaustive
 * verdict: bug heap_overflow
 */
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
	wchar_t *text = calloc(4, sizeof *text);

	wmemset(text, L'1', 4);
	return wcslen(text) > 100; /* BUG */
}
