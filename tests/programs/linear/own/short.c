/* SPDX-License-Identifier: MIT */
/* short: two take, and there is one: who comes second waits for ever, as in
 * each serial execution of both, and that is right.
 *
 * check: --exhaustive --spec own
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int left = 1;

static void take(void)
{
	pthread_mutex_lock(&lock);
	while (!left)
		pthread_cond_wait(&more, &lock);
	left--;
	pthread_mutex_unlock(&lock);
}

static void *taker(void *unused)
{
	SCARP_OPERATION(&left, "take", take(), (), SCARP_NOTHING);
	return unused;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, taker, NULL);
		pthread_detach(t);
	}
	sleep(1); /* it may end before they do */
	return 0;
}
