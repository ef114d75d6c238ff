/* SPDX-License-Identifier: MIT */
/* stream.c - fgets stores from a stream that scarp does not keep
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: file_writes unseen_calls
 * says: a call on a stream that is not stdin (stream.c:23)
 */
#include <pthread.h>
#include <stdio.h>

static char text[8], source[] = "abc\n";

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
	FILE *f = fmemopen(source, sizeof source, "r");

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, f);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	fclose(f);
}
