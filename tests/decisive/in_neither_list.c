/* SPDX-License-Identifier: MIT */
/* in_neither_list - an entry is moved from one list to the other in two
 * critical sections: who looks in between finds it in neither
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct entry {
	struct entry *next;
	int key;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry one = {NULL, 7}, *idle = &one, *busy;
static int moves, looks;

static void *move(void *unused)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	moves++;
	e = idle;
	idle = e->next; /* decisive: first */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	e->next = busy;
	busy = e; /* decisive: third */
	moves++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static struct entry *find(int key)
{
	struct entry *e;

	for (e = idle; e; e = e->next) /* decisive: second */
		if (e->key == key)
			return e;
	for (e = busy; e; e = e->next)
		if (e->key == key)
			return e;
	return NULL;
}

static void *look(void *unused)
{
	struct entry *e;
	int before;

	pthread_mutex_lock(&lock);
	e = find(7);
	before = moves;
	looks += before;
	pthread_mutex_unlock(&lock);
	assert(e != NULL);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, move, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
