/* SPDX-License-Identifier: MIT */
/* id_after_create - a thread looks at what its creator sets when create has
 * returned: its own number in the table
 */
#include <assert.h>
#include <pthread.h>

struct worker {
	pthread_t thread;
	int number;
};

static struct worker worker;

static void *run(void *w)
{
	assert(((struct worker *)w)->number == 7); /* decisive: first */
	return NULL;
}

int main(void)
{
	pthread_create(&worker.thread, NULL, run, &worker);
	worker.number = 7; /* decisive: second */
	pthread_join(worker.thread, NULL);
	return 0;
}
