/* SPDX-License-Identifier: MIT */
/* sema.c - a semaphore: a count under a mutex, and a condition variable */
#include "thr.h"

void sema_init(struct sema *s, int count)
{
	*s = (struct sema){.count = count};
}

void sema_down(struct sema *s)
{
	mutex_lock(&s->lock);
#ifdef BUG_SEM_IF
	if (s->count == 0)
#else
	while (s->count == 0)
#endif
		cond_wait(&s->more, &s->lock);
	s->count--;
	mutex_unlock(&s->lock);
}

void sema_up(struct sema *s)
{
#ifdef BUG_SEM_UP_UNLOCKED
	s->count++;
	cond_signal(&s->more);
#else
	mutex_lock(&s->lock);
	s->count++;
	cond_signal(&s->more);
	mutex_unlock(&s->lock);
#endif
}
