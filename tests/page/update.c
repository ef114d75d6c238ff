/* update: a counter that is read in one critical section and written in another
 *
 * ROUNDS: so often each of three threads adds under the lock before, correctly.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused)
{
	int seen;

	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		sum++;
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	seen = sum;
	pthread_mutex_unlock(&lock);
#ifdef TWICE /* another bug */
	assert(seen < 2);
#endif
	pthread_mutex_lock(&lock);
	sum = seen + 1;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(sum == 3 * (ROUNDS + 1));
}
