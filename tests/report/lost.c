/* Increments without a lock: of VARIABLES, by two threads. */
#include <assert.h>
#include <pthread.h>

#ifndef VARIABLES
#define VARIABLES 1
#endif

static int x, y = VARIABLES == 1 ? 2 : 0, z = VARIABLES < 3 ? 2 : 0;

static void *add(void *arg)
{
	x++;
#if VARIABLES > 1
	y++;
#endif
#if VARIABLES > 2
	z++;
#endif
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
#ifndef BENIGN
	assert(x == 2 && y == 2 && z == 2);
#endif
}
