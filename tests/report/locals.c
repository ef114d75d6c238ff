/* SPDX-License-Identifier: MIT */
/* Of a thread's own locals the failing line read one, which is a copy. */
#include <assert.h>
#include <pthread.h>

static int count;

static void *adds(void *unused)
{
	count++;
	return unused;
}

static int is_odd(const int *of)
{
	return *of & 1; /* apart */
}

static void copies(int *to, const int *from)
{
	*to = *from; /* copied */
}

int main(void)
{
	int rounds = 0, found, same;
	pthread_t a, b;

	pthread_create(&a, NULL, adds, NULL);
	pthread_create(&b, NULL, adds, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	found = count; /* found */
	copies(&same, &found);
	if (is_odd(&rounds))
		return 1;
	assert(same == 2); /* fails */
	return 0;
}
