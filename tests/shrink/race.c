#include <pthread.h>

int shared;

static void *writes(void *arg)
{
	shared++;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writes, NULL);
	shared++;
	pthread_join(t, NULL);
}
