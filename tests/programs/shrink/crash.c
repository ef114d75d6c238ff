/* SPDX-License-Identifier: MIT */
/* crash: the process dies of each simpler schedule that fails, and the next one
 * begins in a fresh process, with the points that the bug was found with
 *
 * check: --strategy random --seed 1 --shrink 100s
 * verdict: bug crash
 * says: with 1 preemption in place of
 * replays: 1
 *
 * native: exits -11
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value, *volatile p = &value;
static volatile int plain;
static atomic_int noise;

static void *reads(void *unused)
{
	for (int i = 0; i < 6; i++)
		noise++;
	if (p)
		plain += *p;
	for (int i = 0; i < 6; i++)
		noise++;
	return unused;
}

static void *clears(void *unused)
{
	for (int i = 0; i < 6; i++)
		noise++;
	plain++;
	p = NULL;
	return unused;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, reads, NULL);
	pthread_create(&t[1], NULL, clears, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
