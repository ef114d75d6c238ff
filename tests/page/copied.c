/* copied: bytes that change under another name, or without a value
 *
 * Another thread reads all of it first, so that all of it has steps.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static union {
	long all;
	struct {
		char more[4];
		int low;
	};
} both;
static long *block;
static volatile long seen;

static void *reader(void *unused)
{
	seen = both.all + *block;
	return unused;
}

int main(void)
{
	pthread_t t;

	block = malloc(sizeof *block);
	*block = 8;
	both.all = 5;
	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL);
	both.low = 6;
	memset(&both, 0, sizeof both);
	free(block);
	assert(seen == 0);
}
