/* SPDX-License-Identifier: MIT */
/* streams: every way of writing, from two threads that take turns; the stream's
 * own functions answer as for a file
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1abcdef12gh\n2abcdef12gh 2abcdef12gh\n1abcdef12gh
 * races: none
 * native: sc
 */
#include "test.h"

#include <sys/uio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *print(void *name)
{
	struct iovec parts[2] = {{(void *)"g", 1}, {(void *)"h\n", 2}};

	pthread_mutex_lock(&lock);
	fprintf(stdout, "%s", (char *)name);
	putchar('a');
	fputc('b', stdout);
	putc('c', stdout);
	putchar_unlocked('d');
	fputs("e", stdout);
	fwrite("f", 1, 1, stdout);
	printf("%d%ld", 1, 2L);
	fflush(stdout);
	assert(writev(1, parts, 2) == 3);
	fprintf(stderr, "%s", "");
	fputs("", stderr);
	assert(!ferror(stdout) && !feof(stdin) && fileno(stderr) == 2);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	setvbuf(stdout, NULL, _IOFBF, 1024);
	a = start(print, "1");
	b = start(print, "2");
	finish(a);
	finish(b);
	return 0;
}
