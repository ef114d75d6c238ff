/* SPDX-License-Identifier: MIT
 *
 * A loop that looks whether something has happened, and gives up when the time
 * is up: what it does then is natively rare, and comes here only when nobody
 * else can go on.  That is said, whether it sleeps between or not.
 *
 * native: 0 134
 * check: --exhaustive
 * flags: -DBETWEEN=(void)0
 * verdict: verified
 * scope: fairness clock_waits
 *
 * check: --exhaustive
 * flags: -DBETWEEN=usleep(100)
 * verdict: verified
 * scope: fairness clock_waits
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int done;

static void *worker(void *unused)
{
	atomic_store(&done, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	time_t begin = time(NULL);

	pthread_create(&t, NULL, worker, NULL);
	while (!atomic_load(&done) && time(NULL) < begin + 5)
		BETWEEN;
	assert(atomic_load(&done));
	pthread_join(t, NULL);
	return 0;
}
