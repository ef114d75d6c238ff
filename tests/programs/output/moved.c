/* SPDX-License-Identifier: MIT */
/* moved: standard error leads to standard output, and what is printed to it is
 * compared; where descriptor 1 is closed before the buffer is written, or leads
 * elsewhere for a while, or the buffer is a small one, nothing is
 *
 * native: prints anything
 * check: --exhaustive --same-output
 * verdict: bug output
 *
 * check: --exhaustive --same-output
 * flags: -DCLOSED
 * verdict: partial
 * holes: output_uncompared
 *
 * check: --exhaustive --same-output
 * flags: -DELSEWHERE
 * verdict: partial
 * holes: output_uncompared
 *
 * check: --exhaustive --same-output
 * flags: -DSMALL
 * verdict: partial
 * holes: output_uncompared
 */
#include "test.h"
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *adds(void *unused)
{
	int was;

	pthread_mutex_lock(&m);
	was = count;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	count = was + 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;

#ifdef SMALL
	static char small[64];

	setvbuf(stdout, small, _IOFBF, sizeof small);
#endif
	t = start(adds, NULL);
	adds(NULL);
	finish(t);
#if defined CLOSED
	printf("%d\n", count);
	close(1);
#elif defined ELSEWHERE
	int kept = dup(1);

	printf("%d\n", count);
	dup2(2, 1);
	fflush(stdout);
	dup2(kept, 1);
	printf("end\n");
#elif defined SMALL
	printf("%d\n", count);
#else
	dup2(1, 2);
	fprintf(stderr, "%d\n", count);
#endif
	return 0;
}
