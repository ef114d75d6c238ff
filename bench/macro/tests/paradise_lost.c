/* SPDX-License-Identifier: MIT */
/* paradise_lost - one permit for two consumers: a third party may slip in
 * between the signal and the thread that it wakes */
#include "kernel.h"
#include "thr.h"

static struct sema permit;
static struct mutex little_lock;
static int inside, finished;

static void section(void)
{
	mutex_lock(&little_lock);
	inside++;
	mutex_unlock(&little_lock);
	kernel_yield();
	mutex_lock(&little_lock);
	assert(inside == 1);
	inside--;
	finished++;
	mutex_unlock(&little_lock);
}

static void *consumer(void *unused)
{
	(void)unused;
	sema_down(&permit);
	section();
	sema_up(&permit);
	kernel_vanish();
}

int main(void)
{
	thr_init();
	sema_init(&permit, 0);
	thr_create(consumer, NULL);
	thr_create(consumer, NULL);
	sema_up(&permit);
	kernel_vanish();
}
