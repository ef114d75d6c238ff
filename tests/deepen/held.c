/* A queue that is made while another thread looks at it, and done away with
 * while another still does; in between two threads that only make the whole
 * space too large.
 *
 * With ONE_ORDER an atomic that orders nothing keeps the two apart: the queue
 * is looked at only once it is made, and done away with once that is over.
 * MAKE and END are the names of the functions that do it. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 4
#endif

struct queue {
	int size, used;
};

static struct queue queue;
static atomic_int ready, over, sum;

static void fill(struct queue *q)
{
	q->size = 4; /* MADE */
}

static void MAKE(struct queue *q)
{
	fill(q);
}

static __attribute__((noinline)) void clear(struct queue *q)
{
	q->used = 0; /* ENDED */
}

static __attribute__((noinline)) void END(struct queue *q)
{
	clear(q);
	atomic_fetch_add(&sum, 1);
}

static int is_set(atomic_int *flag)
{
	return atomic_load_explicit(flag, memory_order_relaxed);
}

static void set(atomic_int *flag)
{
	atomic_store_explicit(flag, 1, memory_order_relaxed);
}

static void *look(void *unused)
{
#ifdef ONE_ORDER
	if (!is_set(&ready))
		return unused;
#endif
	(void)*(volatile int *)&queue.size; /* LOOKS */
	(void)*(volatile int *)&queue.used; /* USES */
	set(&over);
	return unused;
}

static void *make(void *unused)
{
	MAKE(&queue);
	set(&ready);
	return unused;
}

static void *end(void *unused)
{
#ifdef ONE_ORDER
	if (!is_set(&over))
		return unused;
#endif
	END(&queue);
	return unused;
}

static void *count(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		atomic_fetch_add(&sum, atomic_load(&sum));
	return unused;
}

int main(void)
{
	void *(*const body[])(void *) = {make, look, end, count, count};
	pthread_t t[5];

	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], 0, body[i], 0);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], 0);
	return 0;
}
