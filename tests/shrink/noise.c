/* A lost update among additions that have nothing to do with it; without
 * arguments one bug, with one a second.  A file named `fixed` mends it.
 *
 * noise [ROUNDS [second]]
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int noise[2], counter, other;
static int rounds = 8;

static void *work(void *unused)
{
	int seen;

	for (int i = 0; i < rounds; i++)
		atomic_fetch_add(&noise[i % 2], 1);
	seen = atomic_load(&counter);
	atomic_store(&counter, seen + 1);
	for (int i = 0; i < rounds; i++)
		atomic_fetch_add(&noise[i % 2], 1);
	seen = atomic_load(&other);
	atomic_store(&other, seen + 1);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t[3];

	if (argc > 1)
		rounds = atoi(argv[1]);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	if (access("fixed", F_OK) == 0)
		return 0;
	assert(counter == 3);
	assert(argc < 3 || other == 3);
	return 0;
}
