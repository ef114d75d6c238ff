/* SPDX-License-Identifier: MIT */
/* closed_while_sending - a sender has seen that the connection is open; it is
 * closed before the sender uses it
 *
 * How much was sent is counted under the same lock, and read last.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct connection {
	pthread_mutex_t lock;
	bool open;
	unsigned sent, closes;
};

static struct connection link = {PTHREAD_MUTEX_INITIALIZER, true, 0, 0};

static bool is_open(struct connection *c)
{
	bool open;

	pthread_mutex_lock(&c->lock);
	open = c->open; /* decisive: first */
	pthread_mutex_unlock(&c->lock);
	return open;
}

static unsigned transmit(struct connection *c)
{
	bool open;
	unsigned all;

	pthread_mutex_lock(&c->lock);
	open = c->open; /* decisive: third */
	c->sent += 8;
	all = c->sent + c->closes;
	pthread_mutex_unlock(&c->lock);
	assert(open);
	return all;
}

static void *send(void *unused)
{
	if (is_open(&link))
		transmit(&link);
	return unused;
}

static void *shut(void *unused)
{
	pthread_mutex_lock(&link.lock);
	link.closes++;
	link.open = false; /* decisive: second */
	link.sent += 1;
	pthread_mutex_unlock(&link.lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, send, NULL);
	pthread_create(&b, NULL, shut, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
