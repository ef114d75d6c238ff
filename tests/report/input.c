/* Reads a number, with the argument `reads`, and fails. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *nothing(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int n = 0;

	pthread_create(&t, NULL, nothing, NULL);
	if (argc > 1 && argv[1][0] == 'r')
		n = scanf("%d", &n);
	pthread_join(t, NULL);
	assert(n == 7);
}
