/* SPDX-License-Identifier: MIT */
/* Two threads take turns by flags; each counts its tries, not its turns.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 35
 * first: 23
 * bounds: 1 32 12
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 79
 * first: 25
 * bounds: 2 56 36
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 3991
 * failed: 2043
 * first: 20
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	TRIES = 7
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int slot[TRIES], in, out;
static int may_send = 1, may_receive;

static void *sender(void *arg)
{
	(void)arg;
	for (int i = 0; i < TRIES; i++) {
		pthread_mutex_lock(&m);
		if (may_send) {
			slot[in++] = i;
			may_send = 0;
			may_receive = 1;
		}
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

static void *receiver(void *arg)
{
	(void)arg;
	for (int i = 0; i < TRIES; i++) {
		pthread_mutex_lock(&m);
		if (may_receive) {
			assert(slot[out++] == i); /* BUG */
			may_receive = 0;
			may_send = 1;
		}
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, sender, NULL);
	pthread_create(&t[1], NULL, receiver, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
