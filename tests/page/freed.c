/* freed: a reader takes a pointer under a lock, and uses it behind */
#include <pthread.h>
#include <stdlib.h>

static struct node {
	int value;
} * head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused)
{
	pthread_mutex_lock(&lock);
	struct node *n = head;
	pthread_mutex_unlock(&lock);
	if (n && n->value != 3)
		abort();
	return unused;
}

static void *remover(void *unused)
{
	pthread_mutex_lock(&lock);
	struct node *n = head;
	head = NULL;
	pthread_mutex_unlock(&lock);
	free(n);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	head = malloc(sizeof *head);
	head->value = 3;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, remover, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
