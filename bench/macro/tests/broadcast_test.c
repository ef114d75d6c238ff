/* SPDX-License-Identifier: MIT */
/* broadcast_test - whoever waits for `ready` wakes up */
#include "kernel.h"
#include "thr.h"

static struct mutex lock;
static struct cond changed;
static int ready, woken;

static void *waiter(void *unused)
{
	(void)unused;
	mutex_lock(&lock);
	while (!ready)
		cond_wait(&changed, &lock);
	woken++;
	mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	thr_init();
	thr_create(waiter, NULL);
	mutex_lock(&lock);
	ready = 1;
	cond_broadcast(&changed);
	mutex_unlock(&lock);
	thr_exit(NULL);
}
