/* SPDX-License-Identifier: MIT */
/* main_exits: lastzero (lastzero.c), whose main thread ends instead of joining
 *
 * Which of the others is the last to end makes no trace, and no second round
 * with longer transitions: N readers and a writer have 2^(N-2) (N+3).
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 3328
 * last_round: 3328
 * blocked: 0
 * modes: checkpoint restart
 */
#include "test.h"

enum {
	N = 10
};

static atomic_int at[N + 1];

static void *look(void *unused)
{
	int i = N;

	while (atomic_load(&at[i]) != 0)
		i--;
	return unused;
}

static void *add(void *number)
{
	long j = (long)number;

	atomic_store(&at[j], atomic_load(&at[j - 1]) + 1);
	return NULL;
}

int main(void)
{
	start(look, NULL);
	for (long j = 1; j <= N; j++)
		start(add, (void *)j);
	pthread_exit(NULL);
}
