/* SPDX-License-Identifier: MIT */
/* ways: every way to write to standard output comes out, in order
 *
 * stderr is no part of the outcome line.
 *
 * check: --exhaustive
 * verdict: verified
 * states: puts\nfputs-fprintf-7-c-fwrite-p\nwrite\ndprintf-3
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	static char buffer[512];
	pthread_t t = start(work, NULL);

	atomic_fetch_add(&x, 1);
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	puts("puts");
	fputs("fputs-", stdout);
	fprintf(stdout, "fprintf-%d-", 7);
	fputc('c', stdout);
	fwrite("-fwrite", 1, 7, stdout);
	printf("-%c\n", 'p');
	fflush(stdout);
	if (write(1, "write\n", 6) != 6)
		abort();
	dprintf(1, "dprintf-%d\n", 3);
	fprintf(stderr, "an error message\n");
	errno = ENOENT;
	perror("perror");
	finish(t);
	return 0;
}
