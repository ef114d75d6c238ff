/* SPDX-License-Identifier: MIT */
/* A list of nodes: one is freed while another thread goes through them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *volatile next;
	volatile int v;
};
static struct node *volatile head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused)
{
	struct node *n = malloc(sizeof *n);

	n->v = 3;
	pthread_mutex_lock(&m);
	n->next = head;
	head = n;
	pthread_mutex_unlock(&m);
	return unused;
}

static void *drop(void *unused)
{
	struct node *n = head;

	if (head != n)
		free(n);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	struct node *n = calloc(1, sizeof *n), *o = calloc(1, sizeof *o);
	int sum = 0;

	o->v = 7;
	n->next = o;
	head = n;
	pthread_create(&a, NULL, push, NULL);
	pthread_create(&b, NULL, drop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (struct node *p = head; p; p = p->next)
		sum += p->v;
	assert(sum == 10);
}
