/* SPDX-License-Identifier: MIT */
/* spinlock.c - a lock that looks again and again, and counts how often */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static atomic_long looked;
static int balance;

static void spin_lock(void)
{
	while (atomic_load(&taken))
		atomic_fetch_add(&looked, 1);
	atomic_store(&taken, 1);
}

static void spin_unlock(void)
{
	atomic_store(&taken, 0);
}

static void *deposit(void *unused)
{
	spin_lock();
	balance += 10;
	spin_unlock();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, deposit, NULL);
	pthread_create(&b, NULL, deposit, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(balance == 20);
	return 0;
}
