/* N threads that take a lock, store atomically, and race for `seen` in ROUNDS
 * rounds; nothing fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;
static atomic_int last;

static void *work(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
		seen = i;
		atomic_store(&last, i);
		if (seen == ROUNDS)
			count = 0;
	}
	return arg;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], 0, work, 0);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], 0);
	assert(count == N * ROUNDS);
}
