/* SPDX-License-Identifier: MIT */
/* thread.c - threads of the queue library
 *
 * Each has an area of its own pages, which its joiner unmaps.  After it has
 * unlocked `all` as ended, a thread must not touch its area again.
 */
#include "queue/node.h"

#include "kernel.h"
#include "thr.h"

enum {
	AREA_BYTES = 4096
};

/* At the foot of the area; in a kernel's world the rest would be the stack. */
struct thread {
	int id;
	void *(*run)(void *);
	void *arg;
	void *status;
	bool ended;
	uint32_t joiner; /* its node */
	struct thread *next;
};

static struct mutex all;
static struct thread *threads; /* not joined yet; under `all` */
static int ids;		       /* under `all` */
static _Thread_local struct thread *self;

static struct thread *new_thread(void *(*run)(void *), void *arg)
{
	struct thread *t = kernel_map(AREA_BYTES);

	t->run = run;
	t->arg = arg;
	mutex_lock(&all);
	t->id = ids++;
	t->next = threads;
	threads = t;
	mutex_unlock(&all);
	return t;
}

void thr_init(void)
{
	node_init();
	self = new_thread(NULL, NULL);
}

static void *begin(void *thread)
{
	self = thread;
	thr_exit(self->run(self->arg));
}

int thr_create(void *(*run)(void *), void *arg)
{
	struct thread *t = new_thread(run, arg);
	int id = t->id;

	kernel_spawn(begin, t);
	return id;
}

int thr_self(void)
{
	return self->id;
}

_Noreturn void thr_exit(void *status)
{
	uint32_t joiner;

#ifdef BUG_EXIT_UNGUARDED
	self->status = status;
	self->ended = true;
	joiner = self->joiner;
#else
	mutex_lock(&all);
	self->status = status;
	self->ended = true;
	joiner = self->joiner;
	mutex_unlock(&all);
#endif
#ifdef BUG_EXIT_READS_AREA
	joiner = self->joiner;
#endif
	if (joiner)
		node_grant(joiner);
	kernel_vanish();
}

static struct thread **find(int id)
{
	struct thread **at = &threads;

	while ((*at)->id != id)
		at = &(*at)->next;
	return at;
}

void thr_join(int id, void **status)
{
	struct thread **at, *t;

	mutex_lock(&all);
	t = *find(id);
	if (!t->ended) {
		uint32_t n = node_take();

#ifdef BUG_JOIN_REGISTERS_LATE
		mutex_unlock(&all);
		t->joiner = n;
#else
		t->joiner = n;
		mutex_unlock(&all);
#endif
		node_park(n);
		node_give(n);
		mutex_lock(&all);
	}
	*status = t->status;
	at = find(id);
	*at = t->next;
	mutex_unlock(&all);
	kernel_unmap(t, AREA_BYTES);
}
