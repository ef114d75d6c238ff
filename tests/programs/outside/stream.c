/* SPDX-License-Identifier: MIT */
/* stream.c - fgets stores from a stream that scarp does not keep
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: file_writes unseen_calls
 * says: a call on a stream that is not stdin (stream.c:33)
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[8], source[] = "abc\n";

static ssize_t give(void *cookie, char *to, size_t n)
{
	(void)cookie;
	n = n < sizeof source - 1 ? n : sizeof source - 1;
	memcpy(to, source, n);
	return (ssize_t)n;
}

static void *writer(void *unused)
{
	text[0] = 'x';
	return unused;
}

static void *reader(void *file)
{
	if (fgets(text, sizeof text, file))
		return file;
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	FILE *f = fopencookie(NULL, "r", (cookie_io_functions_t){.read = give});

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, f);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	fclose(f);
}
