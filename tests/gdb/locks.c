/* SPDX-License-Identifier: MIT */
/* locks.c - two transfers take two locks in opposite order: a deadlock */
#define _GNU_SOURCE
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int money;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int money)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock); /* BUG */
	from->money -= money;
	to->money += money;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *pay(void *unused)
{
	transfer(&savings, &checking, 10);
	return unused;
}

static void *save(void *unused)
{
	transfer(&checking, &savings, 20);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, pay, 0);
	pthread_create(&b, 0, save, 0);
	pthread_setname_np(a, "payer");
	pthread_join(a, 0);
	pthread_join(b, 0);
}
