/* SPDX-License-Identifier: MIT */
/* hint_resumed: what others have done since a hint is the same wherever an
 * execution was taken up again
 *
 * Workers wait for work or the end, by a semaphore after some looks; who ends
 * them hints while it waits, and wakes them again and again.
 *
 * check: --max-executions 600
 * verdict: partial
 * modes: checkpoint restart
 */
#include "test.h"
#include "scarp/scarp.h"

#include <semaphore.h>

static sem_t wake, progress;
static atomic_int ends, working, waiting, work;

static bool take(void)
{
	int n = atomic_load(&work);

	return n && atomic_compare_exchange_strong(&work, &n, n - 1);
}

static void wake_all(void)
{
	for (int n = atomic_exchange(&waiting, 0); n > 0; n--)
		sem_post(&wake);
}

static void *worker(void *unused)
{
	int looks = 0;

	while (!atomic_load(&ends)) {
		if (take()) {
			looks = 0;
			continue;
		}
		if (++looks <= 3)
			continue;
		atomic_fetch_add(&waiting, 1);
		if (atomic_load(&work))
			atomic_fetch_sub(&waiting, 1);
		else
			sem_wait(&wake);
	}
	atomic_fetch_sub(&working, 1);
	return unused;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&wake, 0, 0);
	sem_init(&progress, 0, 0);
	atomic_store(&working, 2);
	t = start(worker, NULL);
	u = start(worker, NULL);
	atomic_store(&work, 1);
	wake_all();
	for (int i = 0; i < 3 && atomic_load(&work) && !take(); i++)
		;
	atomic_store(&ends, 1);
	while (atomic_load(&working)) {
		scarp_spin_hint();
		wake_all();
		sem_post(&progress);
	}
	finish(t);
	finish(u);
	return 0;
}
