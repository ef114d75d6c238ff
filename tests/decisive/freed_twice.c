/* SPDX-License-Identifier: MIT */
/* freed_twice - both threads see the block before either has taken it away
 *
 * One looks before the other clears the pointer.
 */
#include <pthread.h>
#include <stdlib.h>

static void *volatile shared;

static void *clean(void *unused)
{
	void *p = shared; /* decisive: first */

	if (p) {
		shared = NULL; /* decisive: second */
		free(p);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	shared = malloc(8);
	pthread_create(&a, NULL, clean, NULL);
	pthread_create(&b, NULL, clean, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
