/* Two bugs.  `seen` is 1 if one increment is lost, which takes a switch within
 * it; `late` is 2 if the second thread takes the lock first. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen, first, late;

static void *work(void *arg)
{
	int me = arg != 0;

	seen++;
	pthread_mutex_lock(&lock);
	if (!first)
		first = 1 + me;
	late = first;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, &a);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(seen == 2);
	assert(late != 2);
}
