/* SPDX-License-Identifier: MIT */
/* stamps_run_out: the numbers of segments begin again in mid-search
 *
 * What earlier executions left in the shadow memory then has higher numbers
 * than all that is new; taken for real it would race with everything.  Two
 * threads, two increments each under a lock, and what each saw: 1 to 4 in any
 * order that keeps each thread's own, (4 over 2) = 6 of them.
 *
 * check: --exhaustive
 * env: SCARP_FIRST_STAMP=0x7fffffc0
 * verdict: verified
 * native: sc
 * modes: checkpoint restart
 * states: 1,2 1,3 1,4 2,3 2,4 3,4
 * races: none
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c, seen[2];

static void *work(void *mine)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		c++;
		if (mine)
			seen[i] = c;
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	pthread_t a = start(work, &c), b = start(work, NULL);

	finish(a);
	finish(b);
	printf("%d,%d\n", seen[0], seen[1]);
	return 0;
}
