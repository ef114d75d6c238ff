/* SPDX-License-Identifier: MIT */
/* unseen.c - a call of which scarp sees nothing: executions are processes of
 * their own, but for a debugger's */
#include <assert.h>
#include <pthread.h>
#include <regex.h>

static int counter;

static void *work(void *unused)
{
	regex_t r;

	regcomp(&r, "a*", 0);
	int seen = counter;
	counter = seen + 1;
	regfree(&r);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
}
