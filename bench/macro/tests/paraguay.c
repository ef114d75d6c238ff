/* SPDX-License-Identifier: MIT */
/* paraguay - two waits, one after the other, each without a loop: what is left
 * of the first signal must not end the second wait
 *
 * The signaller holds no lock, so that the thread may be far ahead when the
 * signal ends.
 */
#include "kernel.h"
#include "thr.h"

struct step {
	struct mutex lock;
	struct cond changed;
	_Atomic int asleep; /* or will be when `lock` is free */
	int signalled;
};

static struct step first, second;

static void sleep_once(struct step *s)
{
	mutex_lock(&s->lock);
	s->asleep = 1;
	cond_wait(&s->changed, &s->lock);
	assert(s->signalled);
	mutex_unlock(&s->lock);
}

static void *sleeper(void *unused)
{
	(void)unused;
	sleep_once(&first);
	sleep_once(&second);
	kernel_vanish();
}

static void wake_once(struct step *s)
{
	while (!s->asleep)
		kernel_yield();
	mutex_lock(&s->lock);
	s->signalled = 1;
	mutex_unlock(&s->lock);
	cond_signal(&s->changed);
}

int main(void)
{
	thr_init();
	thr_create(sleeper, NULL);
	wake_once(&first);
	wake_once(&second);
	kernel_vanish();
}
