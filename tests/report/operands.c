/* What an assertion has read: globals, fields, what a call reads; and a value
 * that nobody but the one thread ever touched. */
#include <assert.h>
#include <pthread.h>

int a = 1, b, limit = 3, before = 5;
struct {
	int used, room;
} queue = {2, 8};

__attribute__((noinline)) static int size(void)
{
	return queue.used;
}

__attribute__((noinline)) static void take(void)
{
	queue.room -= before == 5;
}

static void *add(void *arg)
{
	b++;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	pthread_join(t, NULL);
	take();
	assert(a + b == 2 && queue.room == 7 && size() == limit);
}
