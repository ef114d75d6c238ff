/* SPDX-License-Identifier: MIT */
/* transfer.c - money goes from one account to another, both locked */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
	pthread_mutex_t lock;
	long money;
};

static struct account accounts[3] = {
	{PTHREAD_MUTEX_INITIALIZER, 100},
	{PTHREAD_MUTEX_INITIALIZER, 100},
	{PTHREAD_MUTEX_INITIALIZER, 100},
};

static void transfer(struct account *from, struct account *to, long money)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock);
	from->money -= money;
	to->money += money;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *clerk(void *of)
{
	long i = (long)of;

	transfer(&accounts[i], &accounts[(i + 1) % 3], 10);
	return NULL;
}

int main(void)
{
	pthread_t clerks[3];

	for (long i = 0; i < 3; i++)
		pthread_create(&clerks[i], NULL, clerk, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(clerks[i], NULL);
	assert(accounts[0].money + accounts[1].money + accounts[2].money ==
		300);
	return 0;
}
