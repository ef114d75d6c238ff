/* SPDX-License-Identifier: MIT */
/* used_before_set - order violation: a thread uses what main sets after it has
 * begun
 */
#include <pthread.h>
#include <stdlib.h>

struct settings {
	int level;
};

static struct settings *settings;

static void *works(void *unused)
{
	settings->level++; /* decisive: first */
	return unused;
}

int main(void)
{
	static struct settings mine;
	pthread_t t;

	pthread_create(&t, NULL, works, NULL);
	settings = &mine; /* decisive: second */
	pthread_join(t, NULL);
	return 0;
}
