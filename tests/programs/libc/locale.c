/* SPDX-License-Identifier: MIT */
/* locale: setlocale that changes nothing needs no fork mode
 *
 * check: --exhaustive
 * args: C
 * verdict: verified
 * states: C.
 *
 * check: --exhaustive
 * args: no_such_locale
 * verdict: verified
 * states: none.
 *
 * check: --exhaustive
 * args: C.UTF-8
 * modes: checkpoint
 * fallback: fork
 * verdict: verified
 * states: C.UTF-8.
 */
#include "test.h"

#include <locale.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	x++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(int argc, char **argv)
{
	const char *got = setlocale(LC_ALL, argv[argc - 1]);
	pthread_t t;

	printf("%s%s\n", got ? got : "none", localeconv()->decimal_point);
	t = start(add, NULL);
	add(NULL);
	finish(t);
	assert(x == 2);
	return 0;
}
