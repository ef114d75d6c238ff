/* SPDX-License-Identifier: MIT */
/* D. Vyukov's lock-free stack of three cells, with the bug that no technique of
 * a published study found in 100,000 schedules (SCTBench, misc.safestack):
 * three threads take a cell and give it back, and two come to have the same
 * one. Written anew from the description of the algorithm. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
	CELLS = 3,
	THREADS = 3,
	TURNS = 4,
	NONE = -1
};

static struct {
	atomic_int next, user;
} cell[CELLS];
static atomic_int head, count = CELLS;

static int take(void)
{
	while (count > 1) {
		int first = head, next;

		next = atomic_exchange(&cell[first].next, NONE);
		if (next == NONE)
			continue;
		if (atomic_compare_exchange_strong(
			    &head, &(int){first}, next)) {
			count--;
			return first;
		}
		atomic_exchange(&cell[first].next, next);
	}
	return NONE;
}

static void give(int own)
{
	int first = head;

	do
		cell[own].next = first;
	while (!atomic_compare_exchange_strong(&head, &first, own));
	count++;
}

static void *use(void *number)
{
	int self = (int)(long)number;

	for (int i = 0; i < TURNS; i++) {
		int own = take();

		if (own == NONE)
			continue;
		cell[own].user = self;
		assert(cell[own].user == self);
		give(own);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < CELLS; i++)
		cell[i].next = i + 1 < CELLS ? i + 1 : NONE;
	for (long i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, use, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
