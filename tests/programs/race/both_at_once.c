/* SPDX-License-Identifier: MIT */
/* both_at_once: a write and a read, with no decision point between them, both
 * race with what comes after: two races in one execution, in every mode
 *
 * check: --strategy dfs --max-executions 1
 * verdict: partial
 * holes: budget
 * says: 2 data races
 * says: T1 reads at both_at_once.c:22
 * says: T1 writes at both_at_once.c:21
 * pair: write A, write B, one, x1
 * pair: read C, write B, one, x1
 * exit: 4
 */
#include "test.h"

static volatile int x;

static void *both(void *unused)
{
	x = 1;			/* A */
	return (void *)(long)x; /* C */
}

static void *one(void *unused)
{
	x = 2; /* B */
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, both, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
