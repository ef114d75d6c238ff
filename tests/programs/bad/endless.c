/* SPDX-License-Identifier: MIT */
/* endless: more schedules than anybody can wait for (about 10^60); with -DBUG
 * one thing to be found at once as well */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *work(void *unused)
{
	for (int i = 0; i < 30; i++)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
#ifdef BUG
	assert(atomic_load(&x) == 0);
#endif
	return 0;
}
