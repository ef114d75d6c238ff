/* Two locks in either order, in a function that both threads call. */
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void both(
	pthread_mutex_t *a, pthread_mutex_t *b)
{
	pthread_mutex_lock(a);
	pthread_mutex_lock(b); /* in both */
	pthread_mutex_unlock(b);
	pthread_mutex_unlock(a);
}

static void *first(void *arg)
{
	both(&one, &other); /* in first */
	return arg;
}

static void *second(void *arg)
{
	both(&other, &one); /* in second */
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
}
