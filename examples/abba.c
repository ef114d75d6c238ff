/* SPDX-License-Identifier: MIT */
/* abba.c - two transfers take two account locks in opposite order
 *
 * Each thread holds its first lock and waits for the other's: deadlock.  Cure:
 * one order for all, by number for example.
 */
#include <pthread.h>
#include <stddef.h>

struct account {
	pthread_mutex_t lock;
	long money;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, long money)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock);
	from->money -= money;
	to->money += money;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *pay(void *unused)
{
	transfer(&savings, &checking, 10);
	return NULL;
}

static void *save(void *unused)
{
	transfer(&checking, &savings, 20);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, pay, NULL);
	pthread_create(&b, NULL, save, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
