/* SPDX-License-Identifier: MIT */
/* buffered: what is printed waits in the buffer of stdout, as natively where
 * that is no terminal: write(1) overtakes it, fflush and exit let it through,
 * and with _exit it is lost
 *
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * states: ba
 *
 * check: --exhaustive
 * flags: -DEND=_exit(0)
 * states: b
 *
 * check: --exhaustive
 * flags: -DEND=quick_exit(0)
 * states: b
 *
 * check: --exhaustive
 * flags: -DEND=exit(0)
 * states: ba
 *
 * check: --exhaustive
 * flags: -DTHEN=fflush(stdout)
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DTHEN=x=1,fflush(stdout) -DWAITS
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DTHEN=fflush(NULL) -DEND=_exit(0)
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DFIRST=setvbuf(stdout,NULL,_IONBF,0)
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DFIRST=setbuf(stdout,NULL)
 * states: ab ba
 *
 * check: --exhaustive
 * flags: -DFIRST=setlinebuf(stdout)
 * states: ba
 *
 * check: --exhaustive
 * flags: -DFIRST=setlinebuf(stdout) -DTHEN=putchar(10)
 * states: a\nb ba
 *
 * check: --exhaustive
 * flags: -DTHEN=putchar(10)
 * states: ba
 *
 * check: --exhaustive
 * flags: -DTHEN=setvbuf(stdout,NULL,_IOFBF,1)
 * states: ba
 *
 * check: --exhaustive
 * flags: -DTHEN=setvbuf(stdout,NULL,_IONBF,0)
 * states: ab ba
 */
#include "test.h"

#ifndef FIRST
#define FIRST (void)0
#endif
#ifndef THEN
#define THEN (void)0
#endif
#ifndef END
#define END (void)0
#endif

static atomic_int x;

static void *print(void *unused)
{
	printf("%s", "a");
	THEN;
	return NULL;
}

int main(void)
{
	pthread_t t;

	FIRST;
	t = start(print, NULL);
#ifdef WAITS
	while (!atomic_load(&x))
		;
#endif
	assert(write(1, "b", 1) == 1);
	finish(t);
	END;
	return 0;
}
