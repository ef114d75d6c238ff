/* SPDX-License-Identifier: MIT */
/* locale: a thread whose control block another one had before starts with the
 * default locale
 *
 * More threads one after another than there are numbers; each sets a locale of
 * its own.
 *
 * check: --strategy random --max-executions 1 --max-steps 100000
 * modes: fork
 * verdict: partial
 * exit: 0
 * executions: 1
 * states: done
 */
#include "test.h"
#include <locale.h>

enum {
	THREADS = 4200
};
static locale_t other;

static void *work(void *unused)
{
	assert(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
	assert(uselocale(other) == LC_GLOBAL_LOCALE);
	assert(uselocale((locale_t)0) == other);
	return NULL;
}

int main(void)
{
	other = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	assert(other);
	for (int i = 0; i < THREADS; i++)
		finish(start(work, NULL));
	printf("done\n");
	return 0;
}
