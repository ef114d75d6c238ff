/* SPDX-License-Identifier: MIT */
/* crossed_semaphores - each thread has one of two semaphores and waits for the
 * other
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t left, right;

static void *up(void *unused)
{
	sem_wait(&left); /* decisive: first */
	sem_wait(&right);
	sem_post(&right);
	sem_post(&left);
	return unused;
}

static void *down(void *unused)
{
	sem_wait(&right);
	sem_wait(&left); /* decisive: second */
	sem_post(&left);
	sem_post(&right);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&left, 0, 1);
	sem_init(&right, 0, 1);
	pthread_create(&a, NULL, up, NULL);
	pthread_create(&b, NULL, down, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
