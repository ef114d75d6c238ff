/* SPDX-License-Identifier: MIT */
/* locale: setlocale to what is there needs no fork mode
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
 * C.UTF-8 is there before the test begins, by either name, and by the
 * environment.
 *
 * check: --exhaustive
 * args: C.UTF-8
 * verdict: verified
 * states: C.UTF-8.
 *
 * check: --exhaustive
 * args: C.utf8
 * verdict: verified
 * states: C.utf8.
 *
 * check: --exhaustive
 * args: from_environment
 * env: LANG=C.UTF-8 LC_ALL=
 * verdict: verified
 * states: C.UTF-8.
 *
 * check: --exhaustive
 * args: from_environment
 * env: LANG=xx_YY.UTF-8 LC_ALL=
 * verdict: verified
 * states: none.
 *
 * Where messages may be in several languages there is more to load.
 *
 * check: --exhaustive
 * args: C.UTF-8
 * env: LANGUAGE=xx
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
	const char *name = argv[argc - 1];
	const char *got =
		setlocale(LC_ALL, strcmp(name, "from_environment") ? name : "");
	pthread_t t;

	printf("%s%s\n", got ? got : "none", localeconv()->decimal_point);
	t = start(add, NULL);
	add(NULL);
	finish(t);
	assert(x == 2);
	return 0;
}
