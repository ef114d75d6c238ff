/* SPDX-License-Identifier: MIT */
/* cursor_moved - a list is walked with the lock given back at each element, and
 * the next one is taken out meanwhile
 */
#include <assert.h>
#include <pthread.h>

struct element {
	struct element *next;
	int listed;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct element last = {NULL, 1}, middle = {&last, 1},
		      first = {&middle, 1};
static int steps;

static void *walk(void *unused)
{
	for (struct element *e = &first; e;) {
		pthread_mutex_lock(&lock);
		steps++;
		assert(e->listed); /* decisive: second */
		e = e->next;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *take_out(void *unused)
{
	pthread_mutex_lock(&lock);
	steps++;
	first.next = middle.next;
	middle.listed = 0; /* decisive: first */
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, walk, NULL);
	pthread_create(&b, NULL, take_out, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
