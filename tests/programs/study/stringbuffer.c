/* SPDX-License-Identifier: MIT */
/* One thread appends the text of a buffer, first its length and then its
 * characters; the other empties the buffer and fills it again.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 13
 * first: 9
 * bounds: 2 8 1
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 13
 * first: 9
 * bounds: 2 8 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 24
 * failed: 1
 * first: 7
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct buffer {
	pthread_mutex_t lock;
	int length;
};

static struct buffer from = {PTHREAD_MUTEX_INITIALIZER, 3};
static struct buffer to = {PTHREAD_MUTEX_INITIALIZER, 0};

static void change(struct buffer *b, int by)
{
	pthread_mutex_lock(&b->lock);
	b->length += by;
	pthread_mutex_unlock(&b->lock);
}

static int length(struct buffer *b)
{
	int n;

	pthread_mutex_lock(&b->lock);
	n = b->length;
	pthread_mutex_unlock(&b->lock);
	return n;
}

static void take(struct buffer *b, int n)
{
	pthread_mutex_lock(&b->lock);
	assert(n <= b->length); /* BUG */
	pthread_mutex_unlock(&b->lock);
}

static void *other(void *arg)
{
	(void)arg;
	change(&from, -3);
	change(&from, 3);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int n;

	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_lock(&to.lock);
	n = length(&from);
	take(&from, n);
	to.length += n;
	pthread_mutex_unlock(&to.lock);
	return 0;
}
