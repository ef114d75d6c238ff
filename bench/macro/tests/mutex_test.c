/* SPDX-License-Identifier: MIT */
/* mutex_test - a critical section, twice by a child and once by main: never
 * both at a time */
#include "kernel.h"
#include "thr.h"

static struct mutex lock;
static int inside;

static void section(void)
{
	mutex_lock(&lock);
	inside++;
	kernel_yield();
	assert(inside == 1);
	inside--;
	mutex_unlock(&lock);
}

static void *child(void *unused)
{
	(void)unused;
	section();
	section();
	kernel_vanish();
}

int main(void)
{
	thr_init();
	thr_create(child, NULL);
	section();
	kernel_vanish();
}
