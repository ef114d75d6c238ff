/* SPDX-License-Identifier: MIT */
/* arrived: what is compared is what arrives, not the order of the calls
 *
 * What is printed waits in the buffer of stdout, so that what is written
 * overtakes it, whoever comes first; standard error is no standard output.
 *
 * check: --exhaustive --same-output
 * verdict: verified
 * states: written\nprinted
 * native: sc
 */
#include "test.h"

#include <unistd.h>

static void *print(void *unused)
{
	(void)unused;
	printf("printed\n");
	fprintf(stderr, "a\n");
	return NULL;
}

static void *put(void *unused)
{
	(void)unused;
	(void)!write(1, "written\n", 8);
	fprintf(stderr, "b\n");
	return NULL;
}

int main(void)
{
	pthread_t a = start(print, NULL), b = start(put, NULL);

	finish(a);
	finish(b);
	return 0;
}
