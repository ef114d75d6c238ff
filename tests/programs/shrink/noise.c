/* SPDX-License-Identifier: MIT */
/* noise: a lost update that needs one preemption, found at random among dozens
 *
 * Random schedules switch threads at each of the additions, which have nothing
 * to do with it. One preemption is needed: without any, each thread adds one to
 * what the one before it has left. (That any are left out depends on the seed.)
 *
 * check: --strategy random --seed 1 --shrink 100s
 * verdict: bug assertion
 * says: with 1 preemption in place of
 * replays: 1
 *
 * check: --strategy random --seed 1 --shrink 0
 * verdict: bug assertion
 * silent: in place of
 * replays: 1
 *
 * native: exits -6
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int noise[2], counter;

static void *work(void *unused)
{
	int seen;

	for (int i = 0; i < 8; i++)
		atomic_fetch_add(&noise[i % 2], 1);
	seen = atomic_load(&counter);
	atomic_store(&counter, seen + 1);
	for (int i = 0; i < 8; i++)
		atomic_fetch_add(&noise[i % 2], 1);
	return unused;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(counter == 3);
	return 0;
}
