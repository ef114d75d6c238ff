/* SPDX-License-Identifier: MIT */
/* visits.c - two request handlers count visits */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static long visits;

static void *handle_request(void *unused)
{
	visits++;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, handle_request, NULL);
	pthread_create(&b, NULL, handle_request, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(visits == 2);
	return 0;
}
