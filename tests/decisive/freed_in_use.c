/* SPDX-License-Identifier: MIT */
/* freed_in_use - main gives the queue back when it is empty, and the thread
 * that emptied it still counts in it
 */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t lock;
	int left, taken;
};

static struct queue *queue;

static void *takes(void *unused)
{
	pthread_mutex_lock(&queue->lock);
	queue->left = 0;
	pthread_mutex_unlock(&queue->lock);
	queue->taken++; /* decisive: second */
	return unused;
}

int main(void)
{
	pthread_t t;
	int left;

	queue = calloc(1, sizeof *queue);
	queue->left = 1;
	pthread_mutex_init(&queue->lock, NULL);
	pthread_create(&t, NULL, takes, NULL);
	pthread_mutex_lock(&queue->lock);
	left = queue->left;
	pthread_mutex_unlock(&queue->lock);
	if (!left)
		free(queue); /* decisive: first */
	pthread_join(t, NULL);
	return 0;
}
