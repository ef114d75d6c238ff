/* SPDX-License-Identifier: MIT */
/* log_offset - two threads append to one buffer: both take the same offset,
 * and one line is lost
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char get[] = "GET ", put[] = "PUT ", line[16];
static unsigned used;

static void *append(void *word)
{
	unsigned at = used; /* decisive: first */

	memcpy(line + at, word, 4);
	used = at + 4; /* decisive: second, third */
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, append, get);
	pthread_create(&b, NULL, append, put);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(memchr(line, 'G', 8) && memchr(line, 'P', 8));
	return 0;
}
