/* SPDX-License-Identifier: MIT */
/* made_beside_log - two threads make the same singleton: both find that there
 * is none, outside of the lock that they take to make it
 *
 * What they do they note in a log of numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int there;
static int instances, noted, note[16];

static void say(int what)
{
	note[noted++ % 16] = what;
}

static void *get(void *unused)
{
	if (!atomic_load(&there)) { /* decisive: first */
		pthread_mutex_lock(&lock);
		say(1);
		instances++;
		atomic_store(&there, 1); /* decisive: second */
		say(2);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, get, NULL);
	pthread_create(&b, NULL, get, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(noted <= 4);
	assert(instances == 1);
	return 0;
}
