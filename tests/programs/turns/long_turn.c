/* SPDX-License-Identifier: MIT */
/* long_turn: a turn that does more than is noted has an effect
 *
 * It fills a block of its own, which is none, and says then that it has turned.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1
 * native: sc
 */
#include "test.h"

enum {
	MANY = 600
};

static atomic_int x;
static volatile int turned;

static void *waits(void *unused)
{
	while (!atomic_load(&x) && !turned) {
		volatile int *many = malloc(MANY * sizeof *many);

		for (int i = 0; i < MANY; i++)
			many[i] = 1;
		free((void *)many);
		turned = 1;
	}
	return unused;
}

int main(void)
{
	pthread_t t = start(waits, NULL);

	atomic_store(&x, 1);
	finish(t);
	printf("%d\n", turned);
	return 0;
}
