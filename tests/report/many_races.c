/* Six counters that two threads change without a lock. */
#include <assert.h>
#include <pthread.h>

int a, b, c, d, e, f;

static void *counts(void *arg)
{
	a++;
	b++;
	c++;
	d++;
	e++;
	f++;
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, counts, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(a == 2);
}
