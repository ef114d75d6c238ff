/* SPDX-License-Identifier: MIT */
/* one_access: an access that meets several earlier ones of one instruction
 * completes that pair once, however many words lie in it
 *
 * T1 writes four words by one instruction, each in a segment of its own (a post
 * lies between them), then T2 clears all four at once.  Nothing orders the two:
 * the posts are for nobody.
 *
 * check: --strategy dfs --max-executions 1
 * verdict: partial
 * holes: budget
 * pair: write A, write B, one, x1
 * exit: 4
 */
#include "test.h"

#include <semaphore.h>

static volatile int word[4];
static sem_t nobody;

static void *fill(void *unused)
{
	for (int i = 0; i < 4; i++) {
		word[i] = 1; /* A */
		sem_post(&nobody);
	}
	return NULL;
}

static void *clear(void *unused)
{
	sem_post(&nobody); /* T1 is done before this one is made */
	memset((void *)word, 0, sizeof word); /* B */
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&nobody, 0, 0);
	t = start(fill, NULL);
	u = start(clear, NULL);
	finish(t);
	finish(u);
	return 0;
}
